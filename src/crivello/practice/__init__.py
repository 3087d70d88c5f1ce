"""Exercises: a bracket, a question about it, and the answer judged by the sieve.

Nothing here depends on files, on the command line or on a browser. `practice.plain` is the same
for programs that speak JSON: an exercise and a question are dicts, which the caller keeps and gives
back, and every text is in the language asked for.

    from crivello.practice import plain

    plain.list_systems("it")                        systems, and the kinds of exercises of each
    plain.new_exercise("dutch-2026", "exchange", 1)             a random one; same seed, same one
    plain.typed_exercise("dutch-2017", "[5W↓][4b↑, 6B-↓, 11Bb↑] met 4-5, 4-11")
    plain.describe(exercise, "en")                  title, sentences, table of the players
    plain.one_question(exercise, "", "en")          a question, picked by the seed
    plain.list_questions(exercise, "en")            all of them: "ask" and "how" to answer
    plain.judge_answer(exercise, question, "1-4, 2-3", "en")    "right", "reason", "article"
    plain.hint(exercise, question, 0, "en")         a sentence; None after the last
    plain.solution(exercise, question, "en")        "answer" as it is typed, and "text"

The same with values: `exercise.Exercise`, `making.make_exercise`, `judging.judge`,
`judging.give_hint`, `course.solve`, and `practice_session.PracticeSession`, which keeps the score
and brings failed exercises back.

An exercise is a typed bracket (see `explain.notation`) with the few facts that decide its pairing,
so it fits into an address:

    {"system": "dutch-2026", "bracket": "[1w, 2b, 3W, 4B]@2 met 1-3", "round": 5, "rounds": 9,
     "last": true, "barred": [], "difficulty": "exchange", "seed": 1}

A question is ``{"kind": "next", "candidate": 2}``: the number is that of the candidate that the
question is about, and is absent where it is about none. The kinds are ``pairing`` (what is the
pairing?), ``floats`` (who floats?), ``next`` (which candidate comes next?) and ``criterion`` (which
criterion rules this candidate out?).
"""
