"""Fuzzing what reads text from strangers; ``make fuzz`` runs it, CONTRIBUTING.md tells how.

A harness takes any bytes and raises where what came out is not what was promised: a refusal (an
``MjtoolError``, one line in every language) or findings with a line of the log each. The modules
``harnesses`` and ``laws`` need nothing but the package: plain tests run them over what is kept
(tests/test_fuzz.py); ``one`` runs a harness under atheris, which follows what the program does with
an input and keeps those that lead somewhere new.
"""
