"""How an answer is told: one file an answer, each with the record for programs and the words.

::

    answer ──┬── record(...) -> dict          what --json prints; its keys never change
             └── words(...) -> list of str    lines for the terminal

    solve       a shortest solution            solutions   several of them, and their classes
    analyse     all there is to tell           numbers     the main numbers, and tables of levels
    level       a level: name, verdict         metric      what a metric is
    query       a state                        verify      a replay
    heuristic   a heuristic, held to account   searches    searches side by side
    ask         a question of play             costs       cheapest solutions
    check       demands                        diff        two versions of a level
    ablate      what each element is for       hardest     the hardest start
    graph       a graph that was written       views       how a picture is read
    phrases     what they share

Nothing here prints.
"""
