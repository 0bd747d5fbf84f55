import { compileIgnorePatterns } from './ignore-patterns.ts'

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
*.pem
*.key
*.p12
*.pfx
*.jks
*.keystore
*.ppk
*.kdbx
*.ovpn
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
.kube/config
kubeconfig
kubeconfig.y*ml
kubeconfig.json
*.kubeconfig
etc/kubernetes/*.conf
etc/shadow
.config/gh/hosts.yml
.config/gcloud/*.json
.ssh/id_*
.gnupg/
secrets.y*ml
secrets.json
credentials.json
service-account*.json
*.tfvars
!example.tfvars
terraform.tfstate
terraform.tfstate.backup
master.key
.teamlore/admin-key
`
  .replace(/^(!?)(\..*\/.*)$/gm, '$1**/$2')
  .trim()

export const isNeverCaptured = compileIgnorePatterns(NEVER_CAPTURED)
