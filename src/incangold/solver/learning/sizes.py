"""How long is learnt and measured unless told otherwise; in a room of its own, so that `--help` needs no JAX."""

LEARNERS = 1 << 12  # at all tables together, but for those who sit with others
LESSONS = 1600
LESSONS_TO_RECKON = 2700  # where three or more players reckon positions through as well
RECKON = (2, 3)  # players who do so unless told otherwise; more of them take a GPU, or hours
USUAL_LESSONS = f"{LESSONS}, or {LESSONS_TO_RECKON} where three or more reckon"
SEED = 7
EXAM_GAMES = 1 << 14  # for each mark of an exam

RESPONDERS = 2  # for each start
RESPONDER_LESSONS = 300
RESPONDER_TABLES = 1 << 14
GAIN_GAMES = 1 << 20  # to measure a gain
