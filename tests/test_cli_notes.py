"""What the program says beside an answer: options that do nothing, on stderr, to people only."""

import pytest

PUNGS = "[222p]333m444888s55z"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        pytest.param(
            ["--self-drawn", "--from", "S"],
            "--from is ignored: nobody discards the tile of a self-drawn win",
            id="from",
        ),
        pytest.param(
            ["--seat", "S", "--from", "E", "--liable", "W"],
            "--liable is ignored: only a self-drawn win is paid by one for all",
            id="liable",
        ),
        pytest.param(
            ["--from", "S", "--room", "1,2"],
            "no payments without --seat (--from, --room ignored)",
            id="no-seat",
        ),
        pytest.param(
            ["--seat", "S", "--room", "1,2"],
            "no payments without --self-drawn or --from (--room ignored)",
            id="no-source",
        ),
        pytest.param(
            ["--self-drawn", "--kong", "E:added", "--horse", "1m", "--rules", "tuidaohu"],
            "no payments without --seat (--kong, --horse ignored)",
            id="kong-and-horse",
        ),
        pytest.param(
            ["--self-drawn", "--seat", "S", "--kong", "E:added"],
            "--kong is ignored: these rules pay nothing for such a kong",
            id="no-kongs",
        ),
        pytest.param(
            ["--self-drawn", "--round", "S", "--rules", "tuidaohu"],
            "--round is ignored: these rules count no round wind",
            id="no-round-winds",
        ),
        pytest.param(
            ["--liable", "W", "--room", "1,2", "--lang", "zh"],
            "--liable 不起作用：只有自摸才会包；没有 --seat 就没有收付（--room 不起作用）",
            id="two-in-chinese",
        ),
    ],
)
def test_options_that_do_nothing_are_told(mjtool, options, told):
    code, _, err = mjtool("score", PUNGS, *options)
    prefix = "提示：" if "zh" in options else "note: "
    assert (code, err) == (0, f"{prefix}{told}\n")
    assert mjtool("score", PUNGS, PUNGS, *options)[2] == err  # once for all hands
    assert mjtool("score", PUNGS, "--json", *options)[::2] == (0, "")


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param([PUNGS], id="plain"),
        pytest.param([PUNGS, "--seat", "S"], id="seat-for-its-wind"),
        pytest.param([PUNGS, "--seat", "S", "--from", "E", "--room", "1,2"], id="discard"),
        pytest.param([PUNGS, "--seat", "S", "--self-drawn", "--liable", "W"], id="liable"),
        pytest.param(["123m456p789s1122z", "--room", "1,2"], id="no-win"),
    ],
)
def test_nothing_is_said_where_every_option_counts(mjtool, arguments):
    assert mjtool("score", *arguments)[2] == ""
