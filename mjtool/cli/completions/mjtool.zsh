#compdef mjtool
# zsh completion for mjtool; written by: mjtool --show-completion --shell zsh
_mjtool() {
    local value about files=
    local -a found
    while IFS=$'\t' read -r value about; do
        if [[ $value == ":files" ]]; then
            files=yes
        elif [[ -n $about ]]; then
            found+=("${value//:/\\:}:$about")
        else
            found+=("${value//:/\\:}")
        fi
    done < <(_MJTOOL_COMPLETE=zsh ${(Q)words[1]} "${(@Q)words[2,CURRENT]}" 2>/dev/null)
    (( $#found )) && _describe -V mjtool found
    [[ -n $files ]] && _files
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _mjtool "$@"
else
    compdef _mjtool mjtool
fi
