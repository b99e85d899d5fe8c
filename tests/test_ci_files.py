"""The GitHub Action, the pre-commit hooks and the pytest plugin: in form, and run."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
LOGS = ROOT / "tests" / "data" / "logs" / "native"
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
WIN = "[222p]333m444888s55z"


def linted(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a linter as a module of this Python."""
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_the_action_holds_to_the_schema_of_actions():
    done = linted("check_jsonschema", "--builtin-schema", "vendor.github-actions", "action.yml")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_workflows_hold_to_the_schema_of_workflows():
    files = [str(file) for file in (ROOT / ".github" / "workflows").glob("*.yml")]
    assert files
    done = linted("check_jsonschema", "--builtin-schema", "vendor.github-workflows", *files)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_hooks_hold_to_the_schema_of_pre_commit():
    done = linted("pre_commit", "validate-manifest", ".pre-commit-hooks.yaml")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder with good and wrong rules, cases and logs."""
    for name in ("rules", "cases", "logs"):
        (tmp_path / name).mkdir()
    (tmp_path / "rules" / "good.toml").write_text('extends = "jipinghu"\ncap = 4\n', "utf-8")
    (tmp_path / "rules" / "bad.toml").write_text('extends = "jipinghu"\ncpa = 4\n', "utf-8")
    for name, fan in (("good", 2), ("bad", 3)):
        case = {"id": name, "do": "score", "hand": WIN, "rules": "rules/good.toml"}
        line = json.dumps({**case, "expect": {"fan": fan}})
        (tmp_path / "cases" / f"{name}.mjcases.jsonl").write_text(line, "utf-8")
    good, bad = sorted((LOGS / "good").iterdir())[0], LOGS / "bad" / "jipinghu-A205-0.jsonl"
    shutil.copy(good, tmp_path / "logs" / "good.jsonl")
    shutil.copy(bad, tmp_path / "logs" / "bad.jsonl")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def value(template: str, inputs: dict[str, str]) -> str:
    """Return an expression of the action such as ``${{ inputs.cases }}``, filled in."""
    return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: inputs[found[1]], template)


def run_step(name: str, inputs: dict[str, str], environment: dict[str, str]):
    """Run a step of the action in bash, as the runner does."""
    (step,) = (step for step in ACTION["runs"]["steps"] if step.get("name") == name)
    assert step["shell"] == "bash"
    defaults = {key: about["default"] for key, about in ACTION["inputs"].items()}
    given = {key: value(text, {**defaults, **inputs}) for key, text in step["env"].items()}
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        env={**environment, **given},
        capture_output=True,
        text=True,
        check=False,
    )


STEPS = [
    pytest.param("Validate rules", "rules", "rules/{}.toml", 2, id="rules"),
    pytest.param("Check cases", "cases", "cases/{}.mjcases.jsonl", 1, id="check"),
    pytest.param("Replay logs", "logs", "logs/{}.jsonl", 1, id="replay"),
]


@pytest.mark.parametrize(("name", "key", "path", "code"), STEPS)
def test_the_steps_of_the_action(folder, environment, name, key, path, code):
    assert run_step(name, {key: path.format("good")}, environment).returncode == 0
    done = run_step(name, {key: f"{path.format('good')} {path.format('bad')}"}, environment)
    assert done.returncode == code
    if key != "rules":
        assert f"::error file={path.format('bad')},line=" in done.stdout
    else:
        assert "rules/bad.toml:2: cpa: " in done.stderr


def test_every_step_that_runs_something_is_run_here():
    named = {step["name"] for step in ACTION["runs"]["steps"] if "run" in step}
    assert named - {"Install mjtool"} == {step.values[0] for step in STEPS}


def test_the_action_installs_itself():
    (step,) = (each for each in ACTION["runs"]["steps"] if each.get("name") == "Install mjtool")
    assert step["run"].split()[-1] == '"$GITHUB_ACTION_PATH"'
    assert (ROOT / "pyproject.toml").is_file()


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_the_hooks(folder, environment, hook):
    path, code = {
        "mjtool-rules": ("rules/{}.toml", 2),
        "mjtool-check": ("cases/{}.mjcases.jsonl", 1),
        "mjtool-replay": ("logs/{}.jsonl", 1),
    }[hook["id"]]
    files = [str(file.relative_to(folder)) for file in sorted(folder.rglob("*")) if file.is_file()]
    taken = [file for file in files if re.search(hook["files"], file)]
    assert taken == [path.format("bad"), path.format("good")]
    for chosen, expected in (([path.format("good")], 0), (taken, code)):
        command = [*shlex.split(hook["entry"]), *hook.get("args", []), *chosen]
        done = subprocess.run(command, env=environment, capture_output=True, check=False)
        assert done.returncode == expected


CASES = "\n".join(
    json.dumps(case)
    for case in (
        {"id": "good", "do": "score", "hand": WIN, "expect": {"fan": 2}},
        {"id": "wrong", "do": "score", "hand": WIN, "expect": {"fan": 3}},
        {
            "id": "wrong",
            "do": "waits",
            "hand": "123x",
            "expect": {"error": {"code": "bad_character"}},
        },
        {"do": "score"},
    )
)


def pytest_run(folder, environment, *arguments):
    """Run pytest in a folder of its own, all warnings as errors."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-W", "error", "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env={**environment, "PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_pytest_collects_a_test_a_case(tmp_path, environment):
    (tmp_path / "a.mjcases.jsonl").write_text(CASES, "utf-8")
    (tmp_path / "b.mjcases.toml").write_text(
        f'[[case]]\nid = "toml"\ndo = "score"\nhand = "{WIN}"\nexpect = {{ fan = 2 }}\n', "utf-8"
    )
    (tmp_path / "c.jsonl").write_text("{no case file", "utf-8")
    done = pytest_run(tmp_path, environment, "-v", "-p", "mjtool.pytest_plugin")
    lines = done.stdout.splitlines()
    results = [
        found[0] for line in lines if (found := re.match(r"\S+::.* (PASSED|FAILED)(?= +\[)", line))
    ]
    assert results == [
        "a.mjcases.jsonl::good PASSED",
        "a.mjcases.jsonl::wrong FAILED",
        "a.mjcases.jsonl::wrong@3 PASSED",
        "a.mjcases.jsonl::line 4 FAILED",
        "b.mjcases.toml::toml PASSED",
    ]
    assert done.returncode == 1
    assert "a.mjcases.jsonl:2: FAILED wrong (score, jipinghu)" in done.stdout
    assert re.search(r"fan  3 +2", done.stdout)
    assert "the request has no hand" in done.stdout
    assert "2 failed, 3 passed" in done.stdout


def test_pytest_runs_one_case_by_its_id(tmp_path, environment):
    (tmp_path / "a.mjcases.jsonl").write_text(CASES, "utf-8")
    done = pytest_run(tmp_path, environment, "a.mjcases.jsonl::good", "-p", "mjtool.pytest_plugin")
    assert "1 passed" in done.stdout
    assert done.returncode == 0


def test_pytest_takes_the_rules_from_its_settings(tmp_path, environment):
    (tmp_path / "pytest.ini").write_text("[pytest]\nmjtool_rules = tuidaohu\n", "utf-8")
    line = json.dumps({"do": "shanten", "hand": "1122m3344p5566s77z", "expect": {"shanten": -1}})
    (tmp_path / "a.mjcases.jsonl").write_text(line, "utf-8")
    done = pytest_run(tmp_path, environment, "-p", "mjtool.pytest_plugin")
    assert done.returncode == 0, done.stdout


def test_pytest_tells_of_a_file_that_cannot_be_read(tmp_path, environment):
    (tmp_path / "a.mjcases.toml").write_text("a = \n", "utf-8")
    done = pytest_run(tmp_path, environment, "-p", "mjtool.pytest_plugin")
    assert done.returncode == 2
    assert "not valid TOML" in done.stdout
    assert "Traceback" not in done.stdout


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        pytest.param("a.mjcases.jsonl", "\n", "no cases in it", id="empty"),
        pytest.param("a.mjcases.jsonl", '{"type":"start_game"}', "a game log", id="log"),
        pytest.param("a.mjcases.toml", "[[cases]]\n", "did you mean 'case'?", id="stray-key"),
        pytest.param("a.mjcases.json", "", "no cases in it", id="another-suffix"),
    ],
)
def test_pytest_tells_of_a_case_file_that_gives_no_cases(tmp_path, environment, name, text, told):
    (tmp_path / name).write_text(text, "utf-8")
    done = pytest_run(tmp_path, environment, "-p", "mjtool.pytest_plugin")
    assert done.returncode == 2
    assert told in done.stdout


def test_the_plugin_is_registered():
    (found,) = (each for each in entry_points(group="pytest11") if each.value.startswith("mjtool"))
    assert found.value == "mjtool.pytest_plugin"
    assert found.load().CaseFile
