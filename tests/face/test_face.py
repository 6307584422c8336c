"""The front door: what ``import stategraph`` offers, and the methods of levels and graphs."""

from __future__ import annotations

import inspect
import pickle
import subprocess
import sys

import networkx as nx
import numpy as np
import pytest
from effort import sampled

import stategraph as sg
from stategraph.rules import One, Puzzle

FUNCTIONS = [name for name in sg.__all__ if name[0].islower()]
CLASSES = [name for name in sg.__all__ if name[0].isupper() and name != "METRICS"]


def python(text: str) -> str:
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    return done.stdout


# ----------------------------------------------------------------------------------------- names


def test_everything_public_is_listed():
    assert dir(sg) == sorted(sg.__all__)
    assert len(set(sg.__all__)) == len(sg.__all__) <= 38


@pytest.mark.parametrize("name", FUNCTIONS + CLASSES)
def test_each_name_is_documented_with_an_example(name):
    thing = getattr(sg, name)
    assert callable(thing)
    assert thing.__name__ == name
    assert ">>>" in inspect.getdoc(thing)


def test_metrics_are_documented():
    assert ">>>" in inspect.getdoc(sg.METRICS)
    assert all(metric.title and inspect.getdoc(metric.function) for metric in sg.METRICS.values())


def test_a_name_that_is_not_there():
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = sg.nonsense
    with pytest.raises(ImportError, match="nonsense"):
        exec("from stategraph import nonsense")


@pytest.mark.parametrize("part", sampled(["expand", "load", "report.folder", "face"], 2))
def test_names_win_over_parts_whatever_is_imported_first(part):
    out = python(
        f"import stategraph.{part}, stategraph as sg\n"
        "from stategraph import expand, load, report\n"
        "print([f.__name__ for f in (sg.expand, sg.load, sg.report, expand, load, report)])\n"
        "from stategraph.expand import expand as inner\n"
        "print(inner.__module__)"
    )
    names = ["expand", "load", "report"]
    assert out.splitlines() == [str(names + names), "stategraph.expand"]


def test_the_package_alone_imports_nothing_heavy():
    out = python(
        "import sys, stategraph; dir(stategraph); stategraph.InputError\n"
        "heavy = {'numpy', 'networkx', 'yaml', 'matplotlib'}\n"
        "print(sorted(heavy.intersection(sys.modules)))"
    )
    assert out == "[]\n"


# ---------------------------------------------------------------------------------- levels


def three() -> Puzzle:
    def step(s):
        if s.n < 3:
            yield "+", s.but(n=s.n + 1)

    return Puzzle(dict(n=0), [step], lambda s: s.n == 3, n=One(4))


def levels(tmp_path) -> dict:
    """Return one level, given in every form."""
    name = "spacewreck/eight-rooms"
    level = sg.load(name)
    saved = tmp_path / "eight.npz"
    sg.write(level, saved)
    return {
        "name": name,
        "level": level,
        "graph": level.expand(),
        "puzzle": level.puzzle,
        "saved": str(saved),
        "path": saved,
    }


@pytest.mark.parametrize("kind", ["name", "level", "graph", "puzzle", "saved", "path"])
def test_a_level_may_be_said_in_every_way(kind, tmp_path):
    level = levels(tmp_path)[kind]
    assert len(sg.expand(level)) == 9
    assert sg.solve(level).text == "R3L5L8"
    found = sg.analyse(level)
    assert (found.states, found.dead_states, found.trap_moves) == (9, 2, 1)
    assert sg.dead_states(level) == [7, 8]
    assert sg.first_solution(level).nodes == (0, 1, 3, 6)
    assert sg.measure(level, "muse")["muse"] == 3.0
    assert sg.query(level, after="L4R3L7").can_win is False
    assert sg.replay(level, ["R3", "L5"]).labels == ("R3", "L5")
    assert sg.draw(level).data.startswith(b"<?xml")
    assert sg.board(level).svg().startswith("<svg")


def test_a_puzzle_of_ones_own_needs_no_level():
    graph = sg.expand(three())
    assert graph.solution().labels == ("+", "+", "+")
    assert sg.solve(three()).proven
    assert sg.analyse(three()).shortest == 3


def test_a_graph_from_elsewhere_is_a_level():
    graph = sg.StateGraph.from_networkx(nx.path_graph(4, nx.DiGraph), 0, 3)
    assert graph.metrics().shortest == 3
    assert sg.query(graph, 1).can_win
    assert b"<svg" in sg.draw(graph).data


# ---------------------------------------------------------------------------------- its methods


@pytest.fixture(scope="module")
def graph() -> sg.StateGraph:
    return sg.load("spacewreck/eight-rooms").expand()


def test_methods_of_a_level():
    level = sg.load("psychopath/first-push")
    graph = level.expand()
    assert graph.level is level
    assert level.solve().moves == graph.solution().labels
    assert level.analyse().states == len(graph)
    assert level.board().svg() == level.draw(level.puzzle.start).svg()
    assert level.board(graph.state(1)).svg() != level.board().svg()


def test_methods_of_a_graph(graph, tmp_path):
    assert graph.start == 0
    assert graph.solution().text == "R3L5L8"
    assert graph.metrics()["muse"] == 3.0
    assert "drawn of 9 states" in graph.view("dead-ends").caption
    assert graph.board(7).svg() == graph.level.draw(graph.state(7)).svg()
    graph.save(tmp_path / "eight.npz")
    again = sg.read(tmp_path / "eight.npz")
    assert again.targets.tolist() == graph.targets.tolist()
    assert again.level.title == "Eight rooms"


# Methods of graphs: one checks a node, the other passes its keywords on.
DIFFERENT = ("check", "draw")


@pytest.mark.parametrize("owner", [sg.Level, sg.StateGraph])
def test_methods_take_what_their_functions_take(owner):
    names = [name for name in FUNCTIONS if hasattr(owner, name) and name not in DIFFERENT]
    assert len(names) >= 5
    for name in names:
        _, *taken = inspect.signature(getattr(owner, name)).parameters.values()
        assert taken == [*inspect.signature(getattr(sg, name)).parameters.values()][1:], name


def test_a_graph_that_cannot_win_has_no_solution():
    assert sg.expand("spacewreck/no-way-out").solution() is None


def test_an_object_met_without_the_front_door_has_its_methods(graph, tmp_path):
    path = tmp_path / "graph.pickle"
    path.write_bytes(pickle.dumps(graph))
    out = python(
        "import pickle, sys\n"
        f"graph = pickle.load(open({str(path)!r}, 'rb'))\n"
        "print('stategraph.face' in sys.modules, graph.solution().text)\n"
        "from stategraph.level_files import read_level\n"
        "print(read_level('spacewreck/eight-rooms').solve().text)\n"
        "print(hasattr(graph, 'nonsense'), hasattr(graph, '_nonsense'))"
    )
    assert out.splitlines() == ["False R3L5L8", "R3L5L8", "False False"]


def test_a_pickled_graph_has_forgotten_its_level(graph):
    again = pickle.loads(pickle.dumps(graph))
    assert again.level is None
    assert len(again) == len(graph)


def test_a_data_frame_of_states():
    pandas = pytest.importorskip("pandas")
    graph = sg.expand("psychopath/first-push")
    frame = graph.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert len(frame) == len(graph)
    row = frame.loc[0]
    cells = graph.variables.kinds["player"].text(graph.state(0).player)
    assert (row["player"], row["role"], row["moves_from_start"]) == (cells, "start", 0)
    assert ":" in row["player"]
    assert frame["moves_to_goal"].min() == 0


def test_a_table_of_analyses():
    pandas = pytest.importorskip("pandas")
    names = ["spacewreck/eight-rooms", "spacewreck/no-way-out"]
    frame = pandas.DataFrame([sg.analyse(name) for name in names])
    assert frame["states"].tolist() == [sg.analyse(name).states for name in names]
    assert frame["solvable"].tolist() == [True, False]


# ------------------------------------------------------------------------------------- questions


def test_a_state_is_asked_for_by_number_moves_or_values(graph):
    by_values = sg.query(graph, state="rocket=3,lucky=7")
    assert by_values.can_win is False
    assert by_values == sg.query(graph, state=graph.state(7)) == sg.query(graph, 7)
    assert sg.query(graph).can_win
    with pytest.raises(nx.NodeNotFound):
        sg.query(graph, 9)
    with pytest.raises(sg.MovesError, match="'L9' cannot be played after 'R3'; legal there"):
        sg.query(graph, after="R3L9")
    with pytest.raises(sg.InputError, match="was not reached"):
        sg.query(graph, state="rocket=1,lucky=1")


def test_dead_states_are_numbers(graph):
    found = sg.dead_states(graph)
    assert [node for node in graph if sg.query(graph, node).can_win is False] == found != []


def test_a_metric_that_is_none():
    with pytest.raises(sg.InputError, match="unknown metric 'mouse'; did you mean muse"):
        sg.measure("spacewreck/eight-rooms", "mouse")


def test_a_profile_is_no_view(graph):
    with pytest.raises(sg.InputError, match="not a diagram"):
        graph.view("profile")


def test_a_level_against_its_edit(tmp_path):
    level = sg.load("psychopath/first-push")
    found = sg.compare(level, level)
    assert found.same
    other = sg.compare("spacewreck/eight-rooms", "spacewreck/both-arrive")
    assert other.same is False


def test_demands_come_from_the_caller_and_the_file():
    met, broken = sg.check("spacewreck/eight-rooms", {"shortest": 3, "trap_moves": 0})
    assert (met.holds, broken.holds) == (True, False)
    assert broken.witness[0][1] == ("L4", "R3", "L7")
    with pytest.raises(sg.LevelError, match="did you mean shortest"):
        sg.check("spacewreck/eight-rooms", {"shorttest": 3})
    with pytest.raises(sg.InputError, match="demands are a mapping.*not of type str"):
        sg.check("spacewreck/eight-rooms", "shortest: 3")


def test_elements_are_needed_or_not():
    found = sg.ablate("spacewreck/eight-rooms", jobs=1)
    assert len(found.called("needed")) == 3
    with pytest.raises(sg.InputError, match="no elements"):
        sg.ablate(three())


def test_the_hardest_start_is_a_level(tmp_path):
    found = sg.hardest("psychopath/first-push")
    path = tmp_path / "hard.yaml"
    path.write_text(found.text, "utf-8")
    assert sg.solve(path).length == found.moves_left


# ------------------------------------------------------------------------------ pictures and files


def test_a_picture_is_shown_and_saved(graph, tmp_path):
    made = sg.draw(graph, tmp_path / "eight.svg")
    assert (tmp_path / "eight.svg").read_bytes() == made.data
    assert made._repr_mimebundle_()["image/svg+xml"] == made.data.decode()
    assert sg.draw(graph, tmp_path / "eight.png").data.startswith(b"\x89PNG")
    assert sg.draw(graph.view("dead-ends")).form == "svg"
    with pytest.raises(sg.InputError):
        sg.draw(graph, tmp_path / "eight.bmp")
    with pytest.raises(sg.InputError, match="is svg"):
        made.save(tmp_path / "other.png")


def test_part_of_a_graph_is_drawn_with_its_roles(graph):
    part = graph.subgraph([0, 1, 6])
    text = sg.draw(part).data.decode()
    assert "3 states chosen" in text
    assert "6 left out" in text
    with pytest.raises(sg.InputError, match="part of a graph"):
        sg.draw(part, view="profile")
    for other in (nx.reverse_view(graph), graph.edge_subgraph([(0, 1, "R3")]), graph.subgraph([])):
        with pytest.raises(sg.InputError, match="all moves between them"):
            sg.draw(other)


def test_states_are_coloured_by_anything(graph):
    pandas = pytest.importorskip("pandas")
    plain, coloured = sg.draw(graph).data, sg.draw(graph, colour={0: 1.0, 3: 5.0}).data
    assert plain != coloured
    assert coloured == sg.draw(graph, colour={3: 5.0, 0: 1.0}).data
    assert coloured == sg.draw(graph, colour=pandas.Series({3: 5.0, 0: 1.0})).data
    numbers = [float(node % 3) for node in graph]
    assert sg.draw(graph, colour=numbers).data == sg.draw(graph, colour=np.array(numbers)).data


@pytest.mark.parametrize(
    "how, complaint",
    [
        (dict(colour=[1, 2]), "2 numbers for 9 states"),
        (dict(colour="beauty"), "colour 'beauty' is not one of moves_to_goal"),
        (dict(colour={0: "red"}), "is not a number: 'red'"),
        (dict(colour={0: 1.0}, view="profile"), "no single states"),
        (dict(color={0: 1.0}), "takes no 'color'; it takes .*colour"),
        (dict(view="dead_ends"), "view 'dead_ends' is not one of .*dead-ends"),
        (dict(theme="pink"), "theme 'pink' is not one of light"),
        (dict(slack=2), "takes no 'slack'"),
        (dict(view="around", state=1, after="R3"), "give one of them"),
    ],
)
def test_what_a_picture_does_not_take(graph, how, complaint):
    with pytest.raises(sg.InputError, match=complaint):
        sg.draw(graph, **how)


def test_the_neighbourhood_after_moves(graph):
    node = sg.query(graph, after="R3").node
    asked = dict(view="around", radius=1)
    assert sg.draw(graph, after="R3", **asked).data == sg.draw(graph, state=node, **asked).data


@pytest.mark.parametrize(
    "thing", [3, None, ["a"], nx.path_graph(3, nx.DiGraph)], ids=["number", "None", "list", "graph"]
)
def test_what_is_no_level(thing):
    hint = "StateGraph.from_networkx" if isinstance(thing, nx.Graph) else "a level is a name"
    with pytest.raises(sg.InputError, match=hint):
        sg.analyse(thing)


def test_a_state_is_a_state_or_its_text(graph):
    level = graph.level
    assert level.board("rocket=3,lucky=7").svg() == level.board(graph.state(7)).svg()
    for wrong in (3, (3, 7)):
        with pytest.raises(sg.InputError, match="a state is one of the puzzle"):
            level.board(wrong)
    with pytest.raises(sg.InputError, match="give one of them"):
        sg.board(graph, 3, after="R3")


def test_moves_are_replayed_in_any_form(graph):
    forms = ["R3L5L8", ["R3", "L5", "L8"], graph.solution(), sg.solve(graph)]
    assert {sg.replay(graph, form).labels for form in forms} == {("R3", "L5", "L8")}


def test_numbers_in_a_data_frame_are_numbers(graph):
    pytest.importorskip("pandas")
    frame = graph.to_frame()
    assert frame[(frame.rocket == 3) & (frame.lucky == 7)].index.tolist() == [7]
    assert frame["moves_to_goal"].isna().sum() == 2


def test_a_report_is_a_page_or_many(tmp_path):
    one = sg.report("spacewreck/eight-rooms", tmp_path / "one")
    assert "Eight rooms" in one.read_text("utf-8")
    many = sg.report(["spacewreck/eight-rooms", "spacewreck/no-way-out"], tmp_path / "many")
    assert (tmp_path / "many" / "spacewreck" / "no-way-out.html").is_file()
    assert "no-way-out" in many.read_text("utf-8")


def test_what_cannot_be_written(tmp_path, graph):
    with pytest.raises(sg.OutputError):
        sg.write(graph, tmp_path / "nowhere" / "x.npz")
    with pytest.raises(sg.InputError, match="must end in"):
        sg.write(graph, tmp_path / "x.xyz")
