import { compileIgnorePatterns, type PathMatcher } from './ignore-patterns.ts'

/**
 * Files that hold secrets by their nature. Their content is left out wherever they lie; examples of them are not, nor what
 * code calls so, nor what is in an environment of Python.
 */
const NEVER_CAPTURED = `
.env
.env.*
*.env
!.env.example
!.env.sample
!.env.template
!.env.dist
!.env.defaults
!example.env
!process.env
!import.meta.env
!**/.env/bin/
!**/.env/lib/
!**/.env/Scripts/
.envrc
?*.pem
?*.key
?*.p8
?*.p12
?*.pfx
?*.jks
?*.keystore
?*.ppk
?*.kdbx
?*.ovpn
id_rsa*
id_dsa*
id_ecdsa*
id_ed25519*
!*.pub
.netrc
_netrc
.pgpass
.my.cnf
.npmrc
.pypirc
.git-credentials
.htpasswd
.aws/credentials
.docker/config.json
.config/containers/auth.json
.cargo/credentials
.cargo/credentials.toml
.gem/credentials
.composer/auth.json
.m2/settings.xml
.s3cfg
.boto
.databrickscfg
.vault-token
.azure/*.json
.codex/auth.json
.claude/.credentials.json
.gemini/oauth_creds.json
opencode/auth.json
.config/github-copilot/*.json
.kube/config
kubeconfig
kubeconfig.y*ml
kubeconfig.json
*.kubeconfig
etc/kubernetes/*.conf
etc/shadow
.config/gh/hosts.yml
.config/gcloud/*.json
.ssh/*
!.ssh/*.pub
!.ssh/config
!.ssh/known_hosts*
!.ssh/authorized_keys*
.gnupg/
secrets.y*ml
secrets.json
secrets.toml
credentials.json
credentials.tfrc.json
client_secret*.json
service-account*.json
?*.tfvars
!example.tfvars
?*.tfstate
*.tfstate.backup
.terraformrc
rclone.conf
proc/*/environ
run/secrets/
var/run/secrets/
.vault_pass
.vault_pass.txt
.vault_password
.vault-pass
vault_pass.txt
vault-password-file
.bash_history
.zsh_history
.psql_history
.mysql_history
master.key
.teamlore/admin-key
`
  .replace(/^(!?)((?:\.|opencode).*\/.*)$/gm, '$1**/$2')
  .trim()

const isMeant = compileIgnorePatterns(NEVER_CAPTURED)
/** `SERVER.PEM`; but `.Env` and `node.Key` are of code. */
const IN_CAPITALS = /\.[A-Z0-9]{2,}$/

export const isNeverCaptured: PathMatcher = (path) =>
  isMeant(path) || (IN_CAPITALS.test(path) && isMeant(path.toLowerCase()))
