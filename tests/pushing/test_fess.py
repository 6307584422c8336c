"""FESS: plans win, macro moves push one block, and deadlocks cannot be won."""

from __future__ import annotations

import random
from functools import partial

import numpy as np
from effort import examples
from yards import CROWDED, SOKOBAN, arranged, boards, yard

from stategraph.analysis import moves_to_goal
from stategraph.pushing import fess_deadlocks, fess_kernel, fess_moves, packing_plan
from stategraph.pushing.fess import Fess
from stategraph.pushing.fess_deadlocks import crowded, fixed, hopeless, stuck
from stategraph.pushing.fess_features import rate_moves
from stategraph.pushing.fess_moves import MacroMoves, macro_moves, scene_of
from stategraph.pushing.packing_plan import Packing, packing_order
from stategraph.pushing.push_board import Ground
from stategraph.search.path_reconstruction import play

ROOM = 1 << 12


# Three of the five blocks touch the corral at the left; they could be pushed if the others were not
# beside them.
BLOCKS_BESIDE = """
###########
##@      ##
##    #   #
##$  ##   #
#  # ##   #
# $$    ..#
#  $$ #...#
##  #######
##  #######
###########
"""


def never():
    return False


def ground_of(puzzle):
    return Ground(puzzle, SOKOBAN.pushing(puzzle))


def regions(ground, blocks):
    """Return the least cell of the region of each free cell, and how many regions there are."""
    least = {}
    for cell in range(ground.size):
        if cell in least or cell in blocks:
            continue
        least[cell] = cell
        for at in (queue := [cell]):
            for to in ground.step.reshape(4, -1)[:, at].tolist():
                if to >= 0 and to not in least and to not in blocks:
                    least[to] = cell
                    queue.append(to)
    return least, len(set(least.values()))


def pushed_alone(ground, blocks, box, player):
    """Return each cell of one block and the player's region that its pushes lead to."""
    others, step = set(blocks) - {box}, ground.step.reshape(4, -1)
    queue = [(box, regions(ground, set(blocks))[0][player])]
    for at, where in queue:
        least, _ = regions(ground, others | {at})
        for way in range(4):
            stands, to = int(step[way ^ 2, at]), int(step[way, at])
            if to < 0 or to in others or ground.homes[to] < 0 or least.get(stands) != where:
                continue
            node = to, regions(ground, others | {to})[0][at]
            if node not in queue:
                queue.append(node)
    return set(queue[1:])


def look(search, blocks, player):
    """Put a state on the board of a search; return its macro moves and their number of rows."""
    scene = search._scene
    scene.block[:] = 0
    scene.block[blocks] = 1
    least, _ = regions(search._ground, set(blocks))
    return scene.moves, macro_moves(scene, least[player])


def test_plans_win_and_are_found_where_there_are_some():
    rng, found = random.Random(3), 0
    for _ in range(examples(80)):
        puzzle, graph = yard(rng)
        if puzzle.is_goal(puzzle.start):
            continue
        ground = ground_of(puzzle)
        search = Fess(ground, random.Random(0))
        for begin in (search.plan, search.plan, partial(search.resume, prunes=1)):
            plan = begin(ROOM, never)
            assert (plan is None) == (graph.goal is None) == search.whole
            if plan is not None:
                play(puzzle, ground.labels(plan))  # raises if they do not win
                found += 1
    assert found > examples(80) // 8


def test_macro_moves_are_all_that_pushes_of_one_block_lead_to():
    rng, count = random.Random(4), 0
    for _ in range(examples(30)):
        puzzle, graph = yard(rng)
        ground = ground_of(puzzle)
        search = Fess(ground, rng)
        ground = search._ground  # with cells numbered as in the search
        blocks = np.flatnonzero(ground.begins).tolist()
        moves, size = look(search, blocks, ground.player)
        assert moves.regions[0] == regions(ground, set(blocks))[1]
        for box in blocks:
            rows = 1 + np.flatnonzero(moves.boxes[1:size] == box)
            ends = list(
                zip(moves.targets[rows].tolist(), moves.players[rows].tolist(), strict=True)
            )
            assert len(set(ends)) == len(rows)
            assert set(ends) == pushed_alone(ground, blocks, box, ground.player)
            for row, (to, player) in zip(rows, ends, strict=True):
                least, parts = regions(ground, {*blocks} - {box} | {to})
                assert moves.regions[row] == parts
                assert moves.reached[row] == list(least.values()).count(player)
                count += 1
    assert count > examples(30)


def winnable(ground, search, graph):
    """Return the states that can be won: the blocks, and the least cell of the player's region."""
    number, found = {int(cell): k for k, cell in enumerate(search._cells)}, set()
    for k in np.flatnonzero(moves_to_goal(graph) > 0).tolist():
        blocks = [number[cell] for cell in arranged(ground, graph.state(k))[0]]
        player = regions(search._ground, {*blocks})[0][number[graph.state(k).player]]
        found.add((*sorted(blocks), player))
    return found


def test_a_solution_begins_at_a_corral_that_comes_first():
    rng, pruned = random.Random(16), 0
    for _ in range(examples(400)):
        puzzle, graph = yard(rng, 4, (7, 9))
        ground = ground_of(puzzle)
        search = Fess(ground, random.Random(0))
        alive, homes = winnable(ground, search, graph), search._ground.homes
        for *blocks, player in sorted(alive):
            _, whole = look(search, blocks, player)
            scene = search._scene._replace(prunes=1)
            size, moves = macro_moves(scene, player), scene.moves
            wins = False
            for row in range(1, size):
                after = sorted({*blocks} - {int(moves.boxes[row])} | {int(moves.targets[row])})
                wins |= (*after, int(moves.players[row])) in alive or not homes[after].any()
            assert wins
            pruned += size < whole
    assert pruned > examples(400) // 20


def pulled_alone(ground, blocks, box, player):
    """Return each cell of one block and the player's region that pulls of it lead to."""
    others, step = set(blocks) - {box}, ground.step.reshape(4, -1)
    queue = [(box, regions(ground, set(blocks))[0][player])]
    for at, where in queue:
        least, _ = regions(ground, others | {at})
        for way in range(4):
            to = int(step[way, at])
            ahead = int(step[way, to]) if to >= 0 else -1
            if least.get(to) != where or ahead < 0 or ahead in others or ground.homes[to] < 0:
                continue
            node = to, regions(ground, others | {to})[0][ahead]
            if node not in queue:
                queue.append(node)
    return set(queue[1:])


def test_macro_moves_by_pulls_are_all_that_pulls_of_one_block_lead_to():
    rng, count = random.Random(4), 0
    for _ in range(examples(30)):
        ground = ground_of(yard(rng)[0])
        scene = scene_of(ground, ground.begins, turn=0)
        blocks = np.flatnonzero(ground.begins).tolist()
        size = macro_moves(scene, regions(ground, set(blocks))[0][ground.player])
        for box in blocks:
            rows = 1 + np.flatnonzero(scene.moves.boxes[1:size] == box)
            columns = scene.moves.targets[rows].tolist(), scene.moves.players[rows].tolist()
            ends = list(zip(*columns, strict=True))
            assert len(set(ends)) == len(ends)
            assert set(ends) == pulled_alone(ground, blocks, box, ground.player)
            count += len(ends)
    assert count > examples(30)


# From a full room, no block can be pulled to a starting cell at once: another must be pulled aside.
ROOM_OF_GOALS = (
    "############|#  ## #    #|#...  $$   #|#...  # $$ #"
    "|### #   @ ##|##### #$$# #|#####      #|############"
)


def test_a_packing_plan_holds_each_goal_once():
    rng = random.Random(9)
    for _ in range(examples(40)):
        ground = ground_of(yard(rng)[0])
        order = packing_order(ground, rng, rng.choice((0, 8)))
        assert sorted(order) == np.flatnonzero(ground.homes == 0).tolist()


def test_a_packing_plan_pulls_blocks_aside(monkeypatch):
    ground = ground_of(SOKOBAN.read(ROOM_OF_GOALS, {}))
    assert not Packing(ground, random.Random(0), 0).best(again=False).waiting.any()
    full = np.flatnonzero(ground.homes == 0).tolist()
    monkeypatch.setattr(packing_plan, "MAX_STATES", regions(ground, full)[1])
    assert Packing(ground, random.Random(0), 0).best(again=False).waiting.any()


def test_a_corral_is_dead_because_of_blocks_that_do_not_touch_it(monkeypatch):
    search = Fess(ground_of(SOKOBAN.read(BLOCKS_BESIDE, {})), random.Random(0))
    look(search, np.flatnonzero(search._ground.begins), search._region())
    assert hopeless(search._scene, search._locks, search._region())
    monkeypatch.setattr(fess_deadlocks, "extend", lambda scene, locks, count: count)
    assert not hopeless(search._scene, search._locks, search._region())


def test_no_state_that_can_be_won_is_a_deadlock():
    found = dict.fromkeys(("stuck", "fixed", "crowded", "corral"), 0)
    for puzzle, graph in boards(16, examples(30), 7):
        ground = ground_of(puzzle)
        search = Fess(ground, random.Random(0))
        number = {int(cell): k for k, cell in enumerate(search._cells)}
        scene, locks, left = search._scene, search._locks, moves_to_goal(graph)
        apart = locks._replace(solvable=np.zeros(0, np.uint8))  # triples see what these corrals do
        for k in range(len(graph)):
            cells, _ = arranged(ground, graph.state(k))
            blocks, player = [number[cell] for cell in cells], number[graph.state(k).player]
            if (search._ground.homes[blocks] < 0).any():
                continue
            look(search, blocks, player)
            shut = fixed(scene.block, scene.step, scene.homes, locks.fast)
            full = not shut and crowded(scene.block, locks)
            locks.fast[:] = 0
            held = [stuck(scene, locks, cell, player) for cell in blocks]
            corral = not shut and hopeless(scene, apart, player)
            assert left[k] < 0 or not (shut or full or corral or any(held))
            for name, dead in (
                ("stuck", any(held)),
                ("fixed", shut),
                ("crowded", full),
                ("corral", corral),
            ):
                found[name] += bool(dead)
    assert min(found.values()) > 20


def test_goals_at_the_end_of_a_corridor_are_filled_first():
    ground = ground_of(SOKOBAN.read(CROWDED, {}))
    order = packing_order(ground, random.Random(0), 0)
    assert order == sorted(order)
    search = Fess(ground, random.Random(0))
    assert search.plan(ROOM, never) is not None
    rows = []
    for filled in (order[:2], order[1:3]):
        new = [int(np.flatnonzero(search._cells == cell)[0]) for cell in filled]
        free = np.setdiff1d(np.flatnonzero(search._ground.homes > 0), new)
        look(search, [*new, int(free[0])], search._ground.player)
        rate_moves(search._scene, search._run.plan, 1)
        rows.append(int(search._scene.moves.packed[0]))
    assert rows == [2, 0]


def test_states_share_a_feature_cell_if_their_features_are_in_the_same_ranges():
    search = Fess(ground_of(SOKOBAN.read(CROWDED, {})), random.Random(0))
    search.plan(1 << 4, never)
    rng, alike, largest = random.Random(5), 0, fess_kernel.MAX_FEATURE_VALUES - 1
    features, widths = np.array([0, 1, 3], np.int32), np.array([1, 2, 8], np.int32)
    data = search._run.search._replace(features=features, widths=widths)
    columns = np.zeros((len(MacroMoves._fields), 2), np.int32)
    moves = MacroMoves(*columns)
    for _ in range(300):
        columns[:] = [[rng.randrange(50) for _ in range(2)] for _ in columns]
        values = moves.packed, moves.regions, moves.astray
        for value in values:
            value[1] = max(0, int(value[0]) + rng.choice((0, 0, 1, -1)))
        codes = [fess_kernel.code_of(data, moves, row) for row in range(2)]
        ranges = [
            [min(int(value[row]) // widths[k], largest) for k, value in enumerate(values)]
            for row in range(2)
        ]
        assert (codes[0] == codes[1]) == (ranges[0] == ranges[1])
        alike += codes[0] == codes[1]
    assert 30 < alike < 270


def test_advisors_recommend_the_live_macro_move_that_improves_their_value_most():
    rng, none, some = random.Random(6), 0, 0
    for _ in range(examples(80)):
        puzzle, _ = yard(rng)
        search = Fess(ground_of(puzzle), rng)
        search.plan(1 << 4, never)
        ground, (scene, plan, data) = search._ground, search._run
        _, size = look(search, np.flatnonzero(ground.begins).tolist(), ground.player)
        rate_moves(scene, plan, size)
        fess_kernel.advise(scene, data, size)
        live = [row for row in range(1, size) if not fess_deadlocks.dead(scene, data.locks, row)]
        for advisor in range(fess_kernel.ADVISORS):
            before, *values = (
                fess_kernel.value_of(scene.moves, row, advisor) for row in (0, *live)
            )
            row = int(data.best_rows[advisor])
            best = max(values, default=before)
            assert row in live if best > before else row == 0
            if row:
                assert fess_kernel.value_of(scene.moves, row, advisor) == best
                some += 1
            none += row == 0
    assert min(none, some) > examples(40)


def test_the_first_search_makes_no_random_choice():
    ground = ground_of(SOKOBAN.read(CROWDED, {}))
    searches = [Fess(ground, random.Random(seed)) for seed in range(4)]
    assert len({tuple(search.plan(ROOM, never)) for search in searches}) == 1
    assert len({tuple(search._run.search.features.tolist()) for search in searches}) == 1


def test_searches_differ_and_are_the_same_each_time(monkeypatch):
    ground = ground_of(SOKOBAN.read(CROWDED, {}))
    first, second = (Fess(ground, random.Random(1)) for _ in range(2))
    plans = [first.plan(ROOM, never) for _ in range(6)]
    assert plans == [second.plan(ROOM, never) for _ in range(6)]
    assert len({*map(tuple, plans)}) > 1
    third = Fess(ground, random.Random(1))
    for kernel in (fess_kernel.search, fess_moves.moving):
        monkeypatch.setattr(kernel, "compiled", lambda *given, work, it=kernel: it.plain(*given))
    assert third.plan(ROOM, never) == plans[0]


def test_the_first_search_continues_after_others_as_if_it_had_not_paused():
    ground = ground_of(SOKOBAN.read(CROWDED, {}))
    whole = Fess(ground, random.Random(0))
    plan, parts = whole.plan(ROOM, never), Fess(ground, random.Random(0), whole.kept + 4)
    plans = []
    for _ in range(whole.kept):
        plans.append(parts.resume(4, never))
        if plans[-1]:
            break
        assert parts.kept <= 1 + 4 * len(plans)
        parts.plan(4, never)
    assert plan is not None and plans == [None] * (len(plans) - 1) + [plan]
    assert len(plans) > 1 and parts.kept == whole.kept


def test_a_search_ends_where_no_room_is_left_and_where_it_is_stopped():
    search = Fess(ground_of(SOKOBAN.read(CROWDED, {})), random.Random(0))
    assert search.plan(3, never) is None and search.kept <= 3 and not search.whole
    assert search.plan(ROOM, lambda: True) is None and not search.whole
