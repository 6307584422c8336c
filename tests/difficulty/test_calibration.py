"""Playtests of a user: tables are read, matching numbers are found, models need enough data."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from stategraph.difficulty.calibration import (
    Measured,
    Playtests,
    _result,
    _scale,
    beside,
    calibrate,
    calibrated,
    read_playtests,
)
from stategraph.difficulty.level_features import FEATURES
from stategraph.difficulty.model import models
from stategraph.difficulty.model_fitting import fitted
from stategraph.engines.limits import Limits
from stategraph.errors import InputError
from stategraph.expand import expand
from stategraph.load import load
from stategraph.tell import calibrate as tell


def table(tmp_path, text):
    file = tmp_path / "plays.csv"
    file.write_text(text)
    return str(file)


def test_plays_are_averaged_by_level(tmp_path):
    told = "level,solved,seconds,rating,other\na,yes,10,\na,0,30,2\nb,0.25,,4\n"
    told = told.replace("a,yes,10,\n", "a,yes,10,,\n").replace("30,2\n", "30,2,x\n")
    found = read_playtests(table(tmp_path, told.replace(",,4\n", ",,4,\n")))
    assert found["a"] == Playtests(2, 0.5, 20, None, 2)
    assert found["b"] == Playtests(1, 0.75, None, None, 4)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("name,solved\n", ":1: the columns are level"),
        ("level,solved\na,2\n", ":2: 'solved' is 0 or 1"),
        ("level,seconds\na,1\nb,soon\n", ":3: 'seconds' is a number"),
        ("level,seconds\na,1\nb,12,5\n", ":3: more values than there are columns"),
        ("level,solved,solved\na,1,0\n", ":1: two columns have the same name"),
        ("level,rating\na,1.7e308\n", ":2: 'rating' is a number from 0 to 1e.15"),
        ("level,solved\n,1\n", ":2: the level is missing"),
        ("level;seconds\na;12,5\n", ":2: 'seconds' is a number from 0 to 1e.15, not '12,5'"),
        ('level,solved\n"a,1\n', ":1: unexpected end of data"),
        ("", ":1: the columns are level"),
    ],
)
def test_a_wrong_table_is_one_line(tmp_path, text, why):
    with pytest.raises(InputError, match=why):
        read_playtests(table(tmp_path, text))


def test_a_graph_without_a_level_has_no_plays():
    with pytest.raises(InputError, match="no level"):
        calibrate({}, [expand(load("psychopath/first-push").puzzle)])


@pytest.mark.parametrize(
    "told",
    [
        "\ufefflevel,seconds\na,1.5\n",
        "Level;SECONDS\na;1.5\n",
        "level\tseconds\n a \t 1.5 \n",
        'level,seconds,"who, and when"\na,1.5,"x;y"\n',
    ],
)
def test_tables_as_spreadsheets_write_them(tmp_path, told):
    assert read_playtests(table(tmp_path, told)) == {"a": Playtests(1, seconds=1.5)}


def made(n):
    draw = np.random.default_rng(3)
    values = draw.uniform(1, 40, (n, 60))
    numbers = [{f"noise {k}": float(x) for k, x in enumerate(row)} for row in values]
    for row, told in zip(numbers, values, strict=True):
        row |= {f"typical.{name}": float(told[0]) for name in FEATURES}
    names = [f"level {k}" for k in range(n)]
    plays = {
        name: Playtests(9, float(row[0] / 50)) for name, row in zip(names, values, strict=True)
    }
    return plays, [Measured(name, name, row) for name, row in zip(names, numbers, strict=True)]


def test_levels_without_pieces_have_a_model_too():
    plays, seen = made(14)
    without = [one._replace(numbers={**one.numbers, "typical.lines": None}) for one in seen]
    weighed = [term.feature for term in calibrated(plays, without).model.terms]
    assert weighed == ["only_bits", "danger"]


def test_what_agrees_comes_first_and_beyond_chance():
    found = calibrated(*made(30))
    name, best = found.agreements["failed"][0]
    assert (name, best.rho) == ("noise 0", 1.0)
    assert 0.4 < found.chance["failed"] < 0.8
    assert found.checked.low > 0.8
    assert found.model.shape == "share"


@pytest.mark.parametrize("n", [1, 2, 5, 11])
def test_few_levels_move_a_shipped_model(n):
    plays, seen = made(n)
    found, shipped = calibrated(plays, seen), models()["sokoban"]
    assert found.checked is None
    assert found.model.terms == shipped.terms
    mean, sd = found.model.offset
    misses = []
    for one in seen:
        failed = plays[one.name].failed * 9 + 0.5
        total = shipped.sum({k.partition(".")[2]: v for k, v in one.numbers.items()})
        misses.append((math.log(failed / (10 - failed)) - total, 1 / failed + 1 / (10 - failed)))
    between, within = (value**2 for value in shipped.spread)
    weights = [1 / (within + noise) for _, noise in misses]
    pull = sum(w * miss for w, (miss, _) in zip(weights, misses, strict=True))
    assert mean == pytest.approx(pull / (1 / between + sum(weights)), rel=1e-3)
    assert sd == pytest.approx((1 / between + sum(weights)) ** -0.5, rel=1e-3)
    assert found.model.constant == pytest.approx(shipped.constant + mean, abs=1e-3)
    wide, narrow = (high - low for low, high in (shipped.errors, found.model.errors))
    assert narrow < wide
    assert f"moved by {mean:+.2f}" in "\n".join(tell.words(found))


def test_one_level_moves_less_than_five_that_say_the_same():
    plays, seen = made(5)
    same = dict.fromkeys(plays, Playtests(20, 0.9))
    alike = [one._replace(numbers=seen[0].numbers) for one in seen]
    one, five = (calibrated(same, alike[:n]).model.offset for n in (1, 5))
    assert 0 < one[0] < five[0]
    assert one[1] > five[1]


def test_seconds_move_the_model_of_times():
    plays, seen = made(3)
    told = {name: Playtests(5, seconds=40.0) for name in plays}
    model = calibrated(told, seen).model
    numbers = {k.partition(".")[2]: v for k, v in seen[0].numbers.items()}
    assert model.of == "seconds that players need"
    assert 5 < model.converted(model.sum(numbers)) < 300
    assert calibrated({name: Playtests(5, rating=3.0) for name in plays}, seen).model is None
    sums = [model.sum({k.partition(".")[2]: v for k, v in one.numbers.items()}) for one in seen]
    assert np.mean(sums) == pytest.approx(math.log(40), abs=0.01)  # on average, they are right


def test_outcomes_without_a_logarithm_are_replaced_by_small_ones():
    assert _result("seconds", Playtests(1, seconds=0.0)) == (math.log(1e-3), 0.0)
    assert _result("seconds", Playtests(1, seconds=40.0)) == (math.log(40), 0.0)
    shape, shares = _scale("failed", np.array([0, 0.5, 0.9, 1]))
    assert shape == "share"
    assert shares == pytest.approx([-math.log(99), 0, math.log(9), math.log(99)])
    shape, seconds = _scale("seconds", np.array([0, 40.0]))
    assert (shape, seconds.tolist()) == ("factor", [math.log(1e-3), math.log(40)])


@pytest.mark.parametrize(
    ("name", "most", "why", "unknown"),
    [
        ("sokoban/first-push", 5, "stopped at the limit of 5 states", True),
        ("psychopath/two-in-a-row", 5_000, "it has no solution", False),
        ("sokoban/first-push", 5_000, "", False),
    ],
)
def test_numbers_of_a_level_are_open_only_if_a_limit_stopped_its_graph(name, most, why, unknown):
    level = load(name)
    plays = {level.name: Playtests(1, 0.5)}
    found = beside(plays, level, lambda: expand(level.puzzle, Limits(states=most)))
    assert found.why.startswith(why) and found.unknown == unknown
    assert (found.numbers is None) == bool(why)


@pytest.mark.parametrize("n", [12, 20, 60])
def test_intervals_hold_their_promise_for_few_levels(n):
    draw, shares = np.random.default_rng(n), []
    for _ in range(60):
        length = draw.uniform(1, 4, n + 200)
        hard = length + draw.normal(0, 0.5, n + 200)
        numbers = [{"length": math.expm1(x)} for x in length]
        told = dict(of="", shape="score", people="")
        model = fitted(numbers[:n], hard[:n], ["length"], range(n), told)
        off = hard[n:] - [model.sum(row) for row in numbers[n:]]
        shares.append(np.mean((off >= model.errors[0]) & (off <= model.errors[1])))
    assert 0.75 < np.mean(shares) < 0.87


def test_what_nobody_told_is_no_outcome():
    plays, seen = made(5)
    (said,) = tell.warnings(calibrated(dict.fromkeys(plays, Playtests(3)), seen))
    assert said == "three levels are too few for any result"


def test_numbers_that_are_the_same_of_all_levels_are_not_held_against_players():
    plays, seen = made(14)
    same = [one._replace(numbers={**one.numbers, "same": 3.0}) for one in seen]
    assert calibrated(plays, same).agreements == calibrated(plays, seen).agreements
    alike = [one._replace(numbers=seen[0].numbers) for one in seen]
    found = calibrated(plays, alike)
    assert found.agreements == {"failed": []}
    assert "the model does not agree with levels left out: do not rely on it" in tell.warnings(
        found
    )


def test_levels_that_all_are_alike_to_players_tell_nothing():
    plays, seen = made(5)
    alike = dict.fromkeys(plays, plays["level 0"])
    (said,) = tell.warnings(calibrated(alike, seen))[1:]
    assert said == "failed: it is the same for all levels, or their numbers are"


def test_calibrate_warns_of_few_levels_and_moves_a_model(run, tmp_path):
    file = table(tmp_path, "level,seconds\nfirst-push,5\nsnake,20\nblock-on-exit,9\n")
    levels = [f"psychopath/{name}" for name in ("first-push", "snake", "block-on-exit")]
    got = run("calibrate", file, *levels, "-o", tmp_path / "mine.json")
    assert got.code == 0
    assert "warning: 3 levels: too few for reliable correlations; a model" in got.out
    assert (tmp_path / "mine.json").exists()
    record = json.loads(run("calibrate", file, *levels, "--json").out)
    assert record["model"]["of"] == "seconds that players need"
    assert "by your model" in run("difficulty", levels[0], "--model", tmp_path / "mine.json").out
    assert len(record["outcomes"]["seconds"]["agreements"]) > 20


def test_what_is_left_out_is_remarked_on(run, tmp_path):
    won = tmp_path / "won.xsb"
    won.write_text("#####\n#@*##\n#####\n")
    file = table(tmp_path, "level,seconds\nwon,5\nwonn,20\n")
    got = run("calibrate", file, "--puzzle", "sokoban", won)
    assert f"{won}: left out: it is won at the start" in got.err
    assert f"{file}: none of the levels is called 'wonn'" in got.err
    other = tmp_path / "folder" / "won.xsb"
    other.parent.mkdir()
    other.write_text("#####\n#@*##\n#####\n\n#####\n#@$.#\n#####\n")
    got = run("calibrate", file, "--puzzle", "sokoban", won, won, f"{other}#2")
    assert f"{file}: no plays of 1 of 3 levels: {other}#2" in got.err
    assert f"{file}: 2 levels are called 'won': its plays count for each of them" in got.err
