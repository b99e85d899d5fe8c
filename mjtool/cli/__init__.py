"""The command line: thin commands over the library, one module each."""
