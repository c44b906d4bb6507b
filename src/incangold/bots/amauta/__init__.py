"""The trained player: what it looks at, how it makes up its mind, and the weights it was given."""
