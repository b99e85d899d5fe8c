"""A Dask cluster in the place of processes: the same bytes, and workers that are lost."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import dask
import pytest
from distributed import LocalCluster

from mjtool import MjtoolError
from mjtool import cluster as cluster_module
from mjtool.cli.options import crew
from mjtool.cluster import Cluster
from mjtool.errors import MissingExtraError, RequestError
from mjtool.spread import spread

DATA = Path(__file__).parent / "data"
BAD = DATA / "logs" / "native" / "bad"
HANDS = "[222p]333m444888s55z\n123456789m1111z\nwhat?\n" * 500


@pytest.fixture(scope="module")
def local():
    """Return a cluster of two workers on this machine that gives a task up at its first death."""
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=51
        ) as found,
    ):
        yield found


COMMANDS = [
    pytest.param(("score", "-"), id="score"),
    pytest.param(("waits", "-"), id="waits"),
    pytest.param(("shanten", "-"), id="shanten"),
    pytest.param(("efficiency", "-"), id="efficiency"),
    pytest.param(("replay", str(BAD), "--table", "--json"), id="replay"),
    pytest.param(("check", str(DATA / "cases" / "values.jsonl"), "--json"), id="check"),
    pytest.param(("rules", "impact", "jipinghu", "xinmajiang", "--hands", "64"), id="impact"),
]


@pytest.mark.parametrize("arguments", COMMANDS)
def test_the_output_is_that_of_one_process(program, local, arguments):
    one = program(*arguments, stdin=HANDS)
    shared = program(*arguments, "--dask", local.scheduler_address, stdin=HANDS)
    assert (shared.stdout, shared.stderr, shared.returncode) == (
        one.stdout,
        one.stderr,
        one.returncode,
    )


@pytest.mark.slow
@pytest.mark.parametrize("arguments", COMMANDS)
def test_a_cluster_of_this_machine_alone(program, arguments):
    one = program(*arguments, stdin=HANDS)
    shared = program(*arguments, "--dask", "local", stdin=HANDS)
    assert (shared.stdout, shared.stderr, shared.returncode) == (
        one.stdout,
        one.stderr,
        one.returncode,
    )


@pytest.mark.parametrize(
    "number", [300, pytest.param(10_000, marks=pytest.mark.slow)], ids=["some", "10000"]
)
def test_a_worker_that_is_killed_costs_nothing(local, environment, tmp_path, number):
    kept = [file.read_bytes() for file in sorted(BAD.glob("*.jsonl"))]
    for each in range(number):
        (tmp_path / f"{each:05d}.jsonl").write_bytes(kept[each * 7 % len(kept)])
    command = [sys.executable, "-m", "mjtool", "replay", ".", "--table", "--json"]
    one = subprocess.run(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, check=False
    ).stdout
    middle, lines = one.count(b"\n") // 3, []
    # Logs are opened by the workers, which were started elsewhere: paths are whole.
    command[4] = str(tmp_path)
    with subprocess.Popen(
        [*command, "--dask", local.scheduler_address], env=environment, stdout=subprocess.PIPE
    ) as process:
        for at, line in enumerate(process.stdout, 1):
            lines.append(line)
            if at in (1, middle):
                os.kill(local.workers[at % 2].pid, signal.SIGKILL)
    assert process.returncode == 1
    assert b"".join(lines).replace(f"{tmp_path}{os.sep}".encode(), b"") == one


def doubling(deadly):
    """Return a worker that doubles, and dies of the numbers in ``deadly``."""

    def work(number):
        if number in deadly:
            os.kill(os.getpid(), signal.SIGKILL)
        return 2 * number

    return work


def test_what_kills_its_worker_is_named_and_the_others_are_done(local):
    found = list(
        spread(
            range(40),
            doubling,
            (13,),
            Cluster(local.scheduler_address),
            2,
            lost=lambda number: -number,
        )
    )
    assert found == [-13 if number == 13 else 2 * number for number in range(40)]


def failing(plan):
    """Return a worker that cannot do it."""

    def work(number):
        raise RequestError("bad_option.no_hand")

    return work


def test_an_error_of_ours_stays_one(local):
    with pytest.raises(RequestError, match="no hand"):
        list(spread(range(4), failing, None, Cluster(local.scheduler_address), 1))


@pytest.mark.parametrize(
    ("address", "told"),
    [
        pytest.param("tcp://127.0.0.1:9", "no Dask scheduler answers at", id="nobody"),
        pytest.param("nonsense://x", "no Dask scheduler answers at", id="no-address"),
    ],
)
def test_a_cluster_that_is_not_there_is_one_line(monkeypatch, address, told):
    monkeypatch.setattr(cluster_module, "WAIT", 1)
    with pytest.raises(MjtoolError, match=told):
        list(spread([1], doubling, (), Cluster(address)))


def test_a_cluster_without_workers_is_one_line(monkeypatch):
    monkeypatch.setattr(cluster_module, "WAIT", 1)
    with (
        LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=51) as empty,
        pytest.raises(MjtoolError, match="has no worker"),
    ):
        list(spread([1], doubling, (), Cluster(empty.scheduler_address)))


def sleeping(plan):
    """Return a worker that is slow enough to be in the middle of its work."""

    def work(number):
        time.sleep(0.2)
        return number

    return work


def test_a_scheduler_that_goes_is_one_line():
    with LocalCluster(n_workers=1, dashboard_address=":0", silence_logs=51) as short:
        found = spread(range(200), sleeping, None, Cluster(short.scheduler_address), 1)
        assert next(found) == 0
    with pytest.raises(MjtoolError, match="the Dask scheduler is gone"):
        list(found)


def test_workers_of_another_version_are_not_asked(monkeypatch, local):
    monkeypatch.setattr("importlib.metadata.version", lambda _: "0.0.0")
    with pytest.raises(MjtoolError, match=r"has mjtool .*, here it is 0\.0\.0"):
        list(spread([1], doubling, (), Cluster(local.scheduler_address)))


@pytest.mark.usefixtures("heeding_ctrl_c")
@pytest.mark.skipif(os.name == "nt", reason="needs process groups")
def test_ctrl_c_ends_a_cluster_of_this_machine_quietly(environment):
    with subprocess.Popen(
        [sys.executable, "-m", "mjtool", "score", "-", "--dask", "local"],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            # More than are under way at once, so that an answer comes while more are awaited.
            lines = HANDS.encode() * (200_000 // HANDS.count("\n"))
            threading.Thread(target=fed, args=(process.stdin, lines), daemon=True).start()
            assert process.stdout.readline()
            os.killpg(process.pid, signal.SIGINT)
            # The thread that feeds holds on to stdin: to flush it could take for ever.
            fed_to, process.stdin = process.stdin, None
            _, err = process.communicate(timeout=60)
            with contextlib.suppress(OSError):
                fed_to.close()
        finally:
            process.kill()
    assert (process.returncode, err) == (130, b"")


def fed(stream, data):
    """Write all that is taken to a stream."""
    with contextlib.suppress(OSError, ValueError):
        stream.write(data)


def test_what_excludes_a_cluster():
    with pytest.raises(RequestError, match="--dask and --jobs exclude each other"):
        crew(2, "local")
    with pytest.raises(RequestError, match="--dask and --review exclude each other"):
        crew(1, "local", **{"--review": "x"})


def test_a_missing_extra_is_told_before_the_run(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match="needs the dask extra"):
        crew(1, "local")
