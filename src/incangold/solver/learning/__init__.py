"""Trained play: tables full of learners, what they make of their games, and how far from perfect it leaves them."""
