"""The vectorised twin of the rules: same verbs, same order, arrays instead of objects (extra `kernel`: JAX)."""
