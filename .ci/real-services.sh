#!/usr/bin/env bash
# PostgreSQL + pgvector + Valkey on this machine, in a folder of their own: for tests against real servers.
# usage: .ci/real-services.sh up|down     (root, Debian or Ubuntu). Prints DATABASE_URL and REDIS_URL.
#
# Durability is switched off on purpose: these servers hold test data only.
set -euo pipefail

source "$(dirname "$0")/debian.sh"

PG=${SERVICES_PG:-17}
PG_PORT=${SERVICES_PG_PORT:-54329}
VALKEY_PORT=${SERVICES_VALKEY_PORT:-56389}
ROOTFS=$SERVICES_HOME/$SUITE-$PG
PG_BIN=/usr/lib/postgresql/$PG/bin

in_root() { chroot --userspec="$1:$1" "$ROOTFS" "${@:2}"; }

need() {
  if [ "$(id -u)" != 0 ]; then
    echo "real-services: needs root, to unpack Debian packages into $SERVICES_HOME" >&2
    exit 1
  fi
  if ! command -v apt-get >/dev/null; then
    echo "real-services: needs apt-get (Debian or Ubuntu); set TEST_DATABASE_URL and TEST_REDIS_URL to servers of yours instead" >&2
    exit 1
  fi
}

build() {
  [ -f "$ROOTFS/.complete" ] && return 0
  need
  fetch_debian "$ROOTFS" "postgresql-$PG,postgresql-$PG-pgvector,valkey-server" \
    --setup-hook='mkdir -p "$1"/etc/postgresql-common; echo "create_main_cluster = false" > "$1"/etc/postgresql-common/createcluster.conf'
}

up() {
  build
  for user in postgres valkey; do
    install -d -m 700 -o "$(chroot "$ROOTFS" id -u $user)" -g "$(chroot "$ROOTFS" id -g $user)" "$ROOTFS/srv/$user"
  done
  if [ ! -f "$ROOTFS/srv/postgres/PG_VERSION" ]; then
    in_root postgres "$PG_BIN/initdb" -D /srv/postgres -U postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 >/dev/null
  fi
  if ! in_root postgres "$PG_BIN/pg_ctl" -D /srv/postgres status >/dev/null 2>&1; then
    in_root postgres "$PG_BIN/pg_ctl" -D /srv/postgres -l /srv/postgres/server.log -w -t 60 \
      -o "-p $PG_PORT -c listen_addresses=127.0.0.1 -c unix_socket_directories=/tmp -c fsync=off -c full_page_writes=off -c max_connections=200" start >/dev/null
  fi
  if ! in_root valkey valkey-cli -p "$VALKEY_PORT" ping 2>/dev/null | grep -q PONG; then
    in_root valkey valkey-server --port "$VALKEY_PORT" --bind 127.0.0.1 --dir /srv/valkey --save '' --appendonly no \
      --maxmemory-policy noeviction --daemonize yes --pidfile /srv/valkey/pid --logfile /srv/valkey/log >/dev/null
  fi
  for _ in $(seq 50); do
    in_root valkey valkey-cli -p "$VALKEY_PORT" ping 2>/dev/null | grep -q PONG && break
    sleep 0.1
  done
  echo "DATABASE_URL=postgres://postgres@127.0.0.1:$PG_PORT/postgres"
  echo "REDIS_URL=redis://127.0.0.1:$VALKEY_PORT"
}

down() {
  in_root postgres "$PG_BIN/pg_ctl" -D /srv/postgres -m fast -w stop >/dev/null || true
  if [ -f "$ROOTFS/srv/valkey/pid" ]; then kill "$(cat "$ROOTFS/srv/valkey/pid")" || true; fi
}

case "${1:-}" in
  up) up ;;
  down) down ;;
  *) echo "usage: .ci/real-services.sh up|down" >&2; exit 2 ;;
esac
