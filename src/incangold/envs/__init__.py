"""The game as others' interfaces expect it: PettingZoo, Gymnasium, OpenSpiel, batched (extra `envs`)."""
