"""How long is learnt and measured unless told otherwise; in a room of its own, so that `--help` needs no JAX."""

LEARNERS = 1 << 12  # at all tables together, but for those who sit with others
LESSONS_OF_TWO = 1600
IN_COMPANY, AMONG_THEMSELVES = 1200, 400  # of three players and more
RECKONING, ENDING = 800, 300  # besides, where they reckon
RECKON = (2, 3, 5)  # players who do so unless told otherwise, as the pupils of the package did
LESSONS = IN_COMPANY + AMONG_THEMSELVES
USUAL_LESSONS = f"{LESSONS}, or {LESSONS + RECKONING + ENDING} where three or more reckon"
SEED = 7
EXAM_GAMES = 1 << 14  # for each mark of an exam

RESPONDERS = 2  # for each start
RESPONDER_LESSONS = 300
RESPONDER_TABLES = 1 << 14
GAIN_GAMES = 1 << 20  # to measure a gain
