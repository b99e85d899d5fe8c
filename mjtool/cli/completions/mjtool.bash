# bash completion for mjtool; written by: mjtool --show-completion --shell bash
_mjtool_completion() {
    local value about file current=${2-}
    COMPREPLY=()
    while IFS=$'\t' read -r value about; do
        if [[ $value == ":files" ]]; then
            compopt -o filenames 2>/dev/null
            while IFS= read -r file; do
                COMPREPLY+=("$file")
            done < <(compgen -f -- "$current")
        else
            COMPREPLY+=("$value")
        fi
    done < <(COMP_LINE=${COMP_LINE:0:COMP_POINT} _MJTOOL_COMPLETE=bash "$1" 2>/dev/null)
}
complete -o nosort -F _mjtool_completion mjtool 2>/dev/null || complete -F _mjtool_completion mjtool
