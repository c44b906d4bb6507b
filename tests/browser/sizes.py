"""Screens that people have."""

from typing import Any

from playwright.sync_api import ViewportSize

LAPTOP: ViewportSize = {"width": 1280, "height": 800}
TABLET: ViewportSize = {"width": 900, "height": 700}
WIDE: ViewportSize = {"width": 1440, "height": 900}
UPRIGHT: ViewportSize = {"width": 360, "height": 740}
SHORT: ViewportSize = {"width": 360, "height": 640}
TALL: ViewportSize = {"width": 390, "height": 844}
NARROWEST: ViewportSize = {"width": 320, "height": 640}
LAPTOP_AT_200_PERCENT: ViewportSize = {"width": 640, "height": 400}

PHONE: dict[str, Any] = {"viewport": UPRIGHT, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
