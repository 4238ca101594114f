#!/usr/bin/env bash
# A cluster of one node on the loopback, without systemd, whose files are all in a folder:
# slurm-node.sh FOLDER start, then SLURM_CONF=FOLDER/slurm.conf; slurm-node.sh FOLDER stop.
set -euo pipefail
folder=$(realpath "$1")
export SLURM_CONF=$folder/slurm.conf

start() {
  [ "$(id -u)" = 0 ] || { echo "to start Slurm takes root" >&2; exit 1; }
  type munged slurmctld slurmd sbatch >/dev/null ||
    { echo "Slurm or munge is missing: on Debian, slurm-wlm and munge" >&2; exit 1; }
  mkdir -p "$folder"/{state,spool,munge}
  chmod 700 "$folder/munge"
  # All who ask must be able to come to the socket.
  chmod 755 "$folder"
  dd if=/dev/urandom of="$folder/munge/key" bs=64 count=1 status=none
  chmod 400 "$folder/munge/key"
  cat >"$SLURM_CONF" <<CONF
ClusterName=test
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
# A task that is begun again waits until its old credential has expired.
AuthInfo=socket=$folder/socket,cred_expire=5
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
MaxArraySize=5
# All tasks of a round are at work at once, whatever the machine has.
SlurmdParameters=config_overrides
SchedulerParameters=sched_min_interval=100000,batch_sched_delay=0
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=60 State=UP
CONF
  munged --force --socket="$folder/socket" --key-file="$folder/munge/key" \
    --log-file="$folder/munge/log" --pid-file="$folder/munged.pid" \
    --seed-file="$folder/munge/seed"
  slurmctld
  slurmd
  # The limit, half an hour, only ends a test that hangs.
  for _ in $(seq 9000); do
    sinfo --noheader --states=idle 2>/dev/null | grep -q idle && return
    sleep 0.2
  done
  cat "$folder"/*.log >&2
  exit 1
}

stop() {
  for name in slurmd slurmctld munged; do
    kill "$(cat "$folder/$name.pid")" 2>/dev/null || true
  done
}

"$2"
