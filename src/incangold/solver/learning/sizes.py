"""How long is learnt and measured unless told otherwise; in a room of its own, so that `--help` needs no JAX."""

LEARNERS = 1 << 15  # at all tables together, but for those who sit with others
LESSONS = 2400
SEED = 7
EXAM_GAMES = 1 << 14  # for each mark of an exam

RESPONDERS = 2  # for each start
RESPONDER_LESSONS = 250
RESPONDER_TABLES = 1 << 15
GAIN_GAMES = 1 << 21  # to measure a gain
