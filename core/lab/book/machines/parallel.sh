#!/bin/sh
# A run in eight shards with GNU parallel, as many at a time as this machine has cores. After a kill, start it again: each
# shard goes on where it was. Other machines take part with `parallel --sshloginfile`, if they share the directory.
set -e
seq 8 | parallel -n0 --halt soon,fail=1 'wilderness simulate --scenario annus-mirabilis --french greedy --british greedy \
    --games "${GAMES:-1000000}" --jobs 1 --shard auto/8 --out "shard-$PARALLEL_SEQ.rows" > "shard-$PARALLEL_SEQ.txt"'
wilderness merge shard-?.rows --out all.rows
