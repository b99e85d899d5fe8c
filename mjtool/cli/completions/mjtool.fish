# fish completion for mjtool; written by: mjtool --show-completion --shell fish
function __mjtool_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct | string collect --allow-empty)
    for line in (_MJTOOL_COMPLETE=fish $words[1] $words[2..-1] "$current" 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c mjtool -f -a "(__mjtool_complete)"
