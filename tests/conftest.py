"""What many tests share."""

from __future__ import annotations

import sys

import pytest
from hypothesis import HealthCheck, settings

from stategraph.cli import main

# the same examples every time: a test that fails, fails for everyone
settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("steady")


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory):
    """Keep compiled rules in a folder of this run's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STATEGRAPH_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


class Run:
    """The outcome of one command line."""

    def __init__(self, code: int, out: str, err: str):
        self.code, self.out, self.err = code, out, err


@pytest.fixture(params=["direct", "native"])
def engine(request, monkeypatch):
    """Run the test once on each engine, however small its puzzles are."""
    hand_over = {"direct": sys.maxsize, "native": 0}[request.param]
    monkeypatch.setattr("stategraph.engines.handover.HAND_OVER", hand_over)
    return request.param


@pytest.fixture(params=["direct", "native"])
def any_engine(request, monkeypatch):
    """Run the test once on each engine; what native writes is interpreted, not compiled.

    Compiling the rules of each example of a property test would take a second.
    """
    if request.param == "native":
        import numba

        from stategraph import kernels

        monkeypatch.setattr("stategraph.engines.handover.HAND_OVER", 0)
        monkeypatch.setattr(numba.config, "DISABLE_JIT", True)
        monkeypatch.setattr(kernels.reindex, "_compiled", kernels.reindex.plain)


@pytest.fixture
def run(capsys):
    """Run a command line in this process: ``run("solve", "spacewreck/eight-rooms").out``."""

    def call(*argv: object) -> Run:
        capsys.readouterr()
        try:
            code = main([str(word) for word in argv])
        except SystemExit as stop:
            code = int(stop.code or 0)
        captured = capsys.readouterr()
        return Run(code, captured.out, captured.err)

    return call
