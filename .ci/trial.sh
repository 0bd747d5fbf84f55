# For .ci/systemd.sh and .ci/wine.sh: a server on this machine, and checks that are told one by one.

work=
server=
server_pid=
failed=0

start_server() {
  local port
  port=$(node -e 'const s=require("net").createServer().listen(0,"127.0.0.1");s.on("listening",()=>{console.log(s.address().port);s.close()})')
  TEAMLORE_HOME=$work/server PORT=$port NODE_ENV=production node apps/server/dist/main.mjs >"$work/server.log" 2>&1 &
  server_pid=$!
  server=http://localhost:$port
  for _ in $(seq 300); do
    grep -q 'is ready at' "$work/server.log" && return 0
    kill -0 "$server_pid" 2>/dev/null || break
    sleep 0.2
  done
  cat "$work/server.log" >&2
  return 1
}

stop_server() {
  [ -n "$server_pid" ] || return 0
  kill "$server_pid" 2>/dev/null || true
  wait "$server_pid" 2>/dev/null || true
}

# Who sources this says what the words of a check are, and what is worth reading when `soon` waited in vain.
run_words() { "$@"; }
evidence() { :; }

# check SENTENCE PATTERN WORD…: what the words say matches, whatever they end with. `!PATTERN`: does not.
check() {
  local sentence=$1 pattern=$2 said ok=yes
  said=$(run_words "${@:3}" 2>&1) || true
  case $pattern in
    !*) if grep -qE -e "${pattern#!}" <<<"$said"; then ok=; fi ;;
    *) grep -qE -e "$pattern" <<<"$said" || ok= ;;
  esac
  tell "$ok" "$sentence" "$said"
}

# soon SENTENCE SECONDS COMMAND…: the command ends well within so long.
soon() {
  local sentence=$1 end=$((SECONDS + $2)) ok=
  until [ -n "$ok" ] || [ "$SECONDS" -gt "$end" ]; do
    if "${@:3}" >/dev/null 2>&1; then ok=yes; else sleep 0.3; fi
  done
  tell "$ok" "$sentence" "$([ -n "$ok" ] || evidence 2>&1)"
}

tell() {
  if [ -n "$1" ]; then
    printf 'ok      %s\n' "$2"
  else
    printf 'FAILED  %s\n' "$2"
    sed 's/^/        /' <<<"$3"
    failed=$((failed + 1))
  fi
}
