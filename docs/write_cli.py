"""Write docs/cli.md and docs/cli.zh.md from ``--help``; ``make docs`` runs it, a test compares."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterator
from pathlib import Path

from mjtool.cli.app import COMMANDS, run

PAGES = {"en": Path(__file__).with_name("cli.md"), "zh": Path(__file__).with_name("cli.zh.md")}

HEADS = {
    "en": """\
# The command line

Written by `make docs` from `--help`; do not edit.

Data goes to stdout, messages and progress to stderr; `-` is stdin. Exit codes:

| code | meaning |
| --- | --- |
| 0 | done |
| 1 | done, and something was found: a finding, a failing case, a refused line, a difference |
| 2 | cannot be done: usage, unreadable input, an argument that is no hand |
| 3 | a bug of ours |
| 5 | nothing to check |
| 130 | stopped by Ctrl-C |
""",
    "zh": """\
# 命令行

由 `make docs` 从 `--help` 写出，不要手改。

数据写到标准输出，消息和进度写到标准错误；`-` 是标准输入。退出码：

| 退出码 | 意思 |
| --- | --- |
| 0 | 完成 |
| 1 | 完成，并且有发现：问题、不相符的用例、不能用的行、不同之处 |
| 2 | 做不到：用法不对，读不了，写的不是手牌 |
| 3 | 程序自己的毛病 |
| 5 | 没有可检查的 |
| 130 | 被 Ctrl-C 停下 |
""",
}
COMMANDS_LISTED = {"en": "\nCommands:\n", "zh": "\n命令：\n"}


def help_of(lang: str, *words: str) -> str:
    """Return what ``mjtool WORDS --help`` prints in that language, 80 columns wide."""
    out = io.StringIO()
    columns = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = "80"
    try:
        with contextlib.redirect_stdout(out):
            code = run([*words, "--help", "--lang", lang])
    finally:
        if columns is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = columns
    if code:
        raise SystemExit(f"mjtool {' '.join(words)} --help ends with {code}")
    return "\n".join(line.rstrip() for line in out.getvalue().strip().splitlines())


def subcommands(text: str, lang: str) -> Iterator[str]:
    """Yield the names of the commands that a help text lists."""
    _, _, listed = text.partition(COMMANDS_LISTED[lang])
    for line in listed.splitlines():
        if line.startswith("  ") and not line.startswith("   "):
            yield line.split()[0]


def sections(lang: str) -> Iterator[str]:
    """Yield the page piece by piece."""
    yield HEADS[lang]
    yield f"```text\n{help_of(lang)}\n```\n"
    for command in COMMANDS:
        text = help_of(lang, command)
        yield f"## mjtool {command}\n\n```text\n{text}\n```\n"
        for inner in subcommands(text, lang):
            yield f"### mjtool {command} {inner}\n\n```text\n{help_of(lang, command, inner)}\n```\n"


def page(lang: str) -> str:
    """Return the whole page in a language."""
    return "\n".join(sections(lang))


if __name__ == "__main__":
    for lang, file in PAGES.items():
        file.write_text(page(lang), "utf-8")
