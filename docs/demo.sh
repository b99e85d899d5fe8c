#!/bin/sh
# make demo: hands of every family, end to end; $MJTOOL is the program.
set -eu
mjtool=${MJTOOL:-mjtool}

show() {
    printf '\n$ mjtool'
    for word in "$@"; do
        case $word in *[!a-zA-Z0-9_.,+-]*) printf " '%s'" "$word" ;; *) printf ' %s' "$word" ;; esac
    done
    printf '\n'
    "$mjtool" "$@"
}

echo '鸡平胡: four pungs, drawn by South while East deals'
show score '[222p]333m444888s55z' --rules jipinghu --self-drawn --seat S --round E
echo
echo '新麻将: the same hand on a discard from West'
show score '[222p]333m444888s55z' --rules xinmajiang --seat S --round E --from W
echo
echo '推倒胡: seven pairs of one suit, drawn'
show score 1122334455667m7m --rules tuidaohu --self-drawn --seat S --lang zh
echo
echo '广东麻将 (MIL): a half flush without wild tiles, drawn; each hit horse is a point more'
show score '[222p]33p444888p55z5z' --rules guangdong_mil --self-drawn --seat S --horse 1m --horse 2p
echo
echo '红中麻将 (MIL): a straight, drawn on the last of a kong'
show score '(1111s)123456789m4p4p' --rules hongzhong_mil --self-drawn --seat S --event kong_draw
echo
echo 'What completes a hand, and what each tile wins'
show waits 2223m456p789s555z
echo
echo 'A batch: lines in, JSON Lines out'
printf '\n$ printf "123m456p789s1122z\\n19m19p19s1234567z\\n" | mjtool shanten -\n'
printf '123m456p789s1122z\n19m19p19s1234567z\n' | "$mjtool" shanten -
