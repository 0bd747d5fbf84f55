# For the scripts beside it that need more than this machine has: a Debian in a folder of its own, fetched once and kept.

SERVICES_HOME=${SERVICES_HOME:-/var/tmp/teamlore-services}
SUITE=${SERVICES_SUITE:-trixie}

# fetch_debian FOLDER PACKAGE,… [OPTION…]: with these packages; options are those of mmdebstrap.
fetch_debian() {
  local folder=$1 packages=$2 mirror
  [ ! -f "$folder/.complete" ] || return 0
  rm -rf "$folder"
  mkdir -p "$SERVICES_HOME"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  command -v mmdebstrap >/dev/null || apt-get install -y -qq --no-install-recommends mmdebstrap >/dev/null
  # The mirror is whichever one this machine already uses.
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | head -n 1)
  mmdebstrap --quiet --mode=root --variant=apt \
    --aptopt='Acquire::Languages "none"' --aptopt='Acquire::Retries "3"' \
    --aptopt='Acquire::Check-Valid-Until "false"' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' "${@:3}" --include="$packages" "$SUITE" "$folder" "$mirror"
  touch "$folder/.complete"
}
