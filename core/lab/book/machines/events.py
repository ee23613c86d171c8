#!/usr/bin/env python3
"""How a table of games depends on events: wilderness merge shard-?.rows --out games.csv; python3 events.py games.csv

Of each event, in how many games it was played, and the mean score of the first side in these and in the others.
"""
import csv
import sys
from collections import defaultdict

with open(sys.argv[1], newline="", encoding="utf-8") as file:
    games = [row for row in csv.DictReader(file) if not row["error"]]
score = next(name for name in games[0] if name.endswith("_score"))
total = sum(int(game[score]) for game in games)
with_event = defaultdict(list)
for game in games:
    for counted in game["events"].split():
        with_event[counted.split(":")[0]].append(int(game[score]))
print("event,games,with,without")
for event, scores in sorted(with_event.items()):
    others = len(games) - len(scores)
    without = f"{(total - sum(scores)) / others:+.2f}" if others else ""
    print(f"{event},{len(scores)},{sum(scores) / len(scores):+.2f},{without}")
