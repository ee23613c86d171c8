#!/bin/bash
# Runs array.sbatch on a real Slurm of one node, which is this machine, and merges its shards: to see that the example works,
# not to run Slurm. It needs root and Debian's packages slurm-wlm and munge, and `wilderness` in the path; what it starts ends
# with it. `GAMES=800 ./one-node-slurm.sh`
set -euo pipefail
example=$(cd "$(dirname "$0")" && pwd)/array.sbatch
at=$(mktemp -d)
chmod 755 "$at"
ended() {
    local status=$?
    for daemon in slurmd slurmctld munged; do
        [ ! -s "$at/$daemon.pid" ] || kill "$(cat "$at/$daemon.pid")" 2> /dev/null || true
    done
    [ $status = 0 ] || tail -n 5 "$at"/*.log >&2
}
trap ended EXIT

# All its parts know each other by a key.
head -c 1024 /dev/urandom > "$at/key"
chmod 400 "$at/key"
munged --force --key-file="$at/key" --socket="$at/socket" --pid-file="$at/munged.pid" --log-file="$at/munged.log" \
    --seed-file="$at/seed"
name=$(hostname -s)
cat > "$at/slurm.conf" << CONF
ClusterName=one
SlurmctldHost=$name(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
AuthInfo=socket=$at/socket
StateSaveLocation=$at/state
SlurmdSpoolDir=$at/spool
SlurmctldPidFile=$at/slurmctld.pid
SlurmdPidFile=$at/slurmd.pid
SlurmctldLogFile=$at/slurmctld.log
SlurmdLogFile=$at/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=2
MpiDefault=none
ReturnToService=2
NodeName=$name NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$name Default=YES MaxTime=INFINITE State=UP
CONF
mkdir "$at/state" "$at/spool" "$at/rows"
export SLURM_CONF=$at/slurm.conf
slurmctld -f "$SLURM_CONF"
slurmd -f "$SLURM_CONF"

cd "$at/rows"
# This machine has fewer cores than the example asks for.
sbatch --wait --cpus-per-task=1 --mem=0 --export=ALL,GAMES="${GAMES:-80}" "$example"
wilderness merge shard-?.rows
echo "the rows are in $at/rows"
