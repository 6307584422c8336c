"""Work is interrupted when its seconds are over, and nothing is raised after its end."""

from __future__ import annotations

import sys
import time

import pytest

from stategraph.machine import deadline
from stategraph.machine.deadline import OutOfTime, in_grace, interrupting, undisturbed, until


@pytest.fixture(autouse=True)
def without_deadline():
    yield
    until(None)


def endless():
    while True:
        time.sleep(0.001)


def test_work_that_ends_in_time_gives_its_result():
    assert interrupting(lambda: 5, 60, "late") == 5


def test_work_is_interrupted_with_a_reason():
    with pytest.raises(OutOfTime, match="^late$"):
        interrupting(endless, 0.01, "late")


def test_work_that_swallows_the_error_is_interrupted_again():
    begun, swallowed = [], []

    def work():
        try:
            begun.append(True)
            endless()
        except OutOfTime:
            swallowed.append(True)
        endless()

    with pytest.raises(OutOfTime):
        interrupting(work, lambda: 0.0 if begun else None, "late")
    assert swallowed == [True]


def test_a_module_is_imported_whole(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    text = (
        "import time\nuntil = time.monotonic() + 0.3\nwhile time.monotonic() < until:\n    pass\n"
    )
    (tmp_path / "imported_slowly.py").write_text(text + "end = True\n")

    def work():
        import imported_slowly

        assert imported_slowly.end
        endless()

    with pytest.raises(OutOfTime):
        interrupting(work, 0.05, "late")
    assert sys.modules.pop("imported_slowly").end


def replaced() -> None:
    try:
        while True:
            pass
    except OutOfTime:  # as C code of Python does that is interrupted
        raise SystemError("AST constructor recursion depth mismatch") from None


def test_an_error_of_python_in_place_of_the_interruption_is_out_of_time():
    with pytest.raises(OutOfTime, match="^too long$") as caught:
        interrupting(replaced, 0.05, "too long")
    assert isinstance(caught.value.__cause__, SystemError)


def test_an_error_of_python_before_the_end_is_raised():
    def broken():
        raise SystemError("of its own")

    with pytest.raises(SystemError, match="of its own"):
        interrupting(broken, 60, "too long")


def test_seconds_that_change_are_asked_again(monkeypatch):
    monkeypatch.setattr(deadline, "SECONDS_UNTIL_NEXT_INTERRUPT", 0.01)
    answers = iter([None, 0.01, 0.01])
    asked = []

    def seconds():
        asked.append(next(answers, 0.0))
        return asked[-1]

    with pytest.raises(OutOfTime):
        interrupting(endless, seconds, "late")
    assert asked == [None, 0.01, 0.01, 0.0]


def test_an_undisturbed_part_is_done_before_the_error():
    begun, asked, done = [], [], []

    def seconds():
        asked.extend(begun)
        return 0.0 if begun else None

    def work():
        with undisturbed():
            begun.append(True)
            while not asked:
                time.sleep(0.001)
            time.sleep(0.05)  # the watch waits for its lock
            done.append(True)
        endless()

    with pytest.raises(OutOfTime):
        interrupting(work, seconds, "late")
    assert done == [True]


def test_a_pending_error_is_replaced_and_caught_at_the_end_of_the_work(monkeypatch):
    raised, raise_in = [], deadline._raise_in

    def record(thread, error):
        raised.append(error)
        if error is OutOfTime:  # that of the watch stays pending
            raise_in(thread, error)

    def work():
        while not raised:
            time.sleep(0.001)
        return 5

    monkeypatch.setattr(deadline, "_raise_in", record)
    assert interrupting(work, 0.01, "late") == 5
    assert raised[0] is not OutOfTime
    assert raised[-1] is OutOfTime


def test_seconds_left_are_never_negative():
    assert deadline.seconds_left() is None
    until(time.monotonic() + 60)
    assert 50 < deadline.seconds_left() <= 60
    until(time.monotonic() - 60)
    assert deadline.seconds_left() == 0.0


def test_an_answer_that_comes_late_is_given_up_for_another(monkeypatch):
    monkeypatch.setattr(deadline, "HARD", 600)
    assert in_grace(lambda: 1, 2) == 1
    until(time.monotonic() + 60)
    assert (in_grace(lambda: 1, 2), deadline.missed()) == (1, False)
    until(time.monotonic() - deadline.GRACE)
    assert (in_grace(endless, 2), deadline.missed()) == (2, True)
    until(time.monotonic())
    assert deadline.missed()
    until(None)
    assert not deadline.missed()


def test_an_answer_that_comes_too_late_for_another_is_an_error():
    until(time.monotonic() - deadline.HARD)
    with pytest.raises(OutOfTime, match="out of time"):
        in_grace(endless, 2)
    assert not deadline.missed()
