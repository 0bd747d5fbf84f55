#!/usr/bin/env bash
# `npm run bench -- erasure` on PostgreSQL and Valkey of its own, whose data folders are looked through: root, Debian or Ubuntu.
# usage: .ci/erasure.sh [OPTION…]: options of the benchmark, such as --sessions 40
#
# They write as a server does that keeps what it has: with fsync, and Valkey with its files.
set -euo pipefail
cd "$(dirname "$0")/.."

source .ci/debian.sh

PG=${SERVICES_PG:-17}
ROOTFS=$SERVICES_HOME/$SUITE-$PG
PG_BIN=/usr/lib/postgresql/$PG/bin
PG_PORT=${ERASURE_PG_PORT:-54377}
VALKEY_PORT=${ERASURE_VALKEY_PORT:-56377}

[ -f "$ROOTFS/.complete" ] || { .ci/real-services.sh up >/dev/null && .ci/real-services.sh down; }
in_root() { chroot --userspec="$1:$1" "$ROOTFS" "${@:2}"; }

for user in postgres valkey; do
  rm -rf "$ROOTFS/srv/erasure-$user"
  install -d -m 700 -o "$(chroot "$ROOTFS" id -u $user)" -g "$(chroot "$ROOTFS" id -g $user)" "$ROOTFS/srv/erasure-$user"
done
stop() {
  in_root postgres "$PG_BIN/pg_ctl" -D /srv/erasure-postgres -m fast -w stop >/dev/null 2>&1 || true
  if [ -f "$ROOTFS/srv/erasure-valkey/pid" ]; then kill "$(cat "$ROOTFS/srv/erasure-valkey/pid")" || true; fi
}
trap stop EXIT

in_root postgres "$PG_BIN/initdb" -D /srv/erasure-postgres -U postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 >/dev/null
in_root postgres "$PG_BIN/pg_ctl" -D /srv/erasure-postgres -l /srv/erasure-postgres/server.log -w -t 60 \
  -o "-p $PG_PORT -c listen_addresses=127.0.0.1 -c unix_socket_directories=/tmp -c wal_recycle=off -c min_wal_size=32MB -c log_statement=none" start >/dev/null
in_root valkey valkey-server --port "$VALKEY_PORT" --bind 127.0.0.1 --dir /srv/erasure-valkey --appendonly yes \
  --rdbcompression no --maxmemory-policy noeviction --daemonize yes --pidfile /srv/erasure-valkey/pid --logfile /srv/erasure-valkey/log >/dev/null
in_root postgres "$PG_BIN/createdb" -h 127.0.0.1 -p "$PG_PORT" -U postgres teamlore

PG_DUMP="chroot $ROOTFS $PG_BIN/pg_dump" npx tsx bench/erasure.bench.ts --postgres "postgres://postgres@127.0.0.1:$PG_PORT/teamlore" --redis "redis://127.0.0.1:$VALKEY_PORT" \
  --folder "postgres=$ROOTFS/srv/erasure-postgres" --folder "valkey=$ROOTFS/srv/erasure-valkey" "$@"
