"""Answers for users. Each module turns one kind of answer into a JSON record and into text.

::

    answer ──┬── record(...) -> dict          the output of --json; its keys never change
             └── words(...) -> list of str    lines for the terminal

    solve       a shortest solution            solutions   several solutions, and their classes
    analyse     all facts about a level        numbers     the main numbers, and tables of levels
    level       a level: name, verdict         metric      the definition of a metric
    query       a state                        verify      a replay
    heuristic   a heuristic and its errors     searches    searches side by side
    ask         a question of play             costs       cheapest solutions
    check       demands                        diff        two versions of a level
    ablate      the purpose of each element    hardest     the hardest start
    graph       a graph that was written       views       explanations of pictures
    phrases     helpers for all of them        records     how records name unknown values

No function here prints.
"""
