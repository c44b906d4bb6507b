"""Events, refusals and the player aid as sentences, one catalogue per language."""
