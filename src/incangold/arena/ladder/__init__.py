"""Every bot against every other at mixed tables: fields, results that survive, ratings, the page."""
