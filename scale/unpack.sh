#!/usr/bin/env bash
# Unpacks a campaign that is kept in parts, such as scale/6x8, into a new folder, where it can be
# continued. Every part is a file of answers.
#
#   scale/unpack.sh PARTS FOLDER
#   scale/unpack.sh scale/6x8 /shared/6x8.campaign
set -euo pipefail
unset CDPATH
parts=${1:?the folder of the parts}
folder=${2:?the new folder of the campaign}

mkdir "$folder" "$folder/answers"
cp "$parts/campaign.json" "$folder"
gzip -dc "$parts/estimates.json.gz" >"$folder/estimates.json"
for part in "$parts"/*.jsonl.gz; do
  name=${part##*/}
  gzip -dc "$part" >"$folder/answers/${name%.gz}"
done
