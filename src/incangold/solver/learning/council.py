"""Several pupils as one mind, which wishes and expects what they do on average.

What only one of them does wrong counts less; what all of them do wrong stays.
"""

from collections.abc import Sequence

import numpy as np

from incangold.bots.amauta.mind import Layer, Mind


def council(minds: Sequence[Mind]) -> Mind:
    """All read the same signs and think side by side; only at the end they come to one answer."""
    if len(minds) == 1:
        return minds[0]
    first, *later = zip(*minds, strict=True)
    together = [Layer(np.concatenate([one.weights for one in first]), _in_a_row(first))]
    together += [Layer(np.stack([one.weights for one in layers]), _in_a_row(layers)) for layers in later[:-1]]
    return (*together, _mean(later[-1]))


def _in_a_row(layers: Sequence[Layer]) -> np.ndarray:
    return np.concatenate([one.bias for one in layers])


def _mean(layers: Sequence[Layer]) -> Layer:
    weights = np.concatenate([one.weights for one in layers], axis=1)
    return Layer(weights / len(layers), sum(np.asarray(one.bias) for one in layers) / len(layers))
