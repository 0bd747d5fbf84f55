/**
 * Words that make a program print a secret that has no name beside it: each place a word or several of them, whatever options
 * stand between; none where options alone do. `with` and `without` are of all that the program is given.
 */
type Row = readonly [programs: string, words: string, only?: Only]
type Only = {
  with?: RegExp
  without?: RegExp
  /** Only where no other program runs it: `ssh pass uptime` is of a machine. */
  isOwn?: true
}

export type Printing = { words: string[][] } & Only

/** A secret asked for as more than a line of a list; of what is picked from it, whatever is data. */
const SHOWN_BY_KUBECTL =
  /^(?=.*[ ,]secrets?(?:[/, ]|$))(?=.* (?:-o|--output|--template)[ =]?(?:yaml|json(?![\w-])|.*(?<!meta)data\b|.*\{\{? ?[.@$]? ?\}))/is
/** `pass web/mail`, but none of its other commands. */
const ENTRY =
  /^ (?!(?:ls|list|find|search|init|insert|add|edit|rm|remove|delete|mv|rename|cp|copy|git|audit|import|update|tomb|open|close|age|file|tail|menu)$)[\w@][^\s()]*$/
const ENTRY_IN_FOLDER = /^ [\w@][^\s()/]*\/[^\s()]*$/

const ROWS: readonly Row[] = [
  ['kubectl|k|oc|kubecolor', 'get', { with: SHOWN_BY_KUBECTL }],
  ['kubectl|k|oc', 'view-secret|view_secret'],
  ['kubectl|k|oc', 'create token'],
  ['kubectl|k|oc', 'config view', { with: / --raw(?= |$)/ }],
  ['oc', 'whoami', { with: / (?:-t|--show-token)(?= |$)/ }],
  ['oc', 'extract', { with: / --to[ =]-(?= |$)/ }],
  ['argocd', 'admin initial-password'],
  ['kubeadm', 'token create|list'],
  ['docker', 'swarm join-token|unlock-key'],
  ['vault|bao', 'kv get'],
  ['vault|bao', 'read', { without: / sys\// }],
  ['vault|bao', 'unwrap'],
  ['vault|bao', 'token create|lookup'],
  ['vault|bao', 'print token'],
  ['vault|bao', 'login', { without: / -no-print(?= |$)/ }],
  ['vault|bao', 'write', { with: / \S*\/(?:login|secret-id)(?=[ /]|$)/ }],
  ['vault|bao', 'operator init'],
  ['op', 'read|signin|inject'],
  ['op', 'item|document get'],
  ['op', 'service-account|connect create'],
  ['op', 'item create|edit', { with: / --reveal(?= |$)/ }],
  [
    'pass|gopass',
    'show|otp|generate|grep',
    { without: / (?:-c\d?|--clip(?:=\d)?|-q\d?|--qrcode)(?= |$)/ },
  ],
  ['pass', '', { with: ENTRY, isOwn: true }],
  ['pass|gopass', '', { with: ENTRY_IN_FOLDER }],
  ['bw', 'get password|item|notes|totp'],
  ['bw', 'list items'],
  ['bw', 'unlock|login', { without: / --check(?= |$)/ }],
  ['bw', 'export', { with: / --raw(?= |$)/ }],
  ['bws', 'secret get|list'],
  ['rbw', 'get|code|totp'],
  ['lpass', 'show|export', { without: / (?:-c|--clip)(?= |$)/ }],
  ['dcli', 'password|note|otp|read|p|n|o'],
  ['keepassxc-cli', 'show|export'],
  ['security', 'find-generic-password|find-internet-password', { with: / -\w*[wg]\w*(?= |$)/ }],
  ['security', 'dump-keychain', { with: / -\w*d\w*(?= |$)/ }],
  ['secret-tool', 'lookup|search'],
  ['kwallet-query', '', { with: / -\w*r\w*(?= |$)/ }],
  ['keyring', 'get'],
  ['git', 'credential fill'],
  [
    'git',
    'credential-manager|credential-osxkeychain|credential-store|credential-cache|credential-libsecret|credential-wincred get',
  ],
  ['git-credential-manager|git-credential-osxkeychain|git-credential-libsecret', 'get'],
  [
    'docker-credential-osxkeychain|docker-credential-desktop|docker-credential-pass|docker-credential-secretservice|docker-credential-wincred|docker-credential-ecr-login|docker-credential-gcloud',
    'get',
  ],
  ['aws', 'secretsmanager get-secret-value|batch-get-secret-value|get-random-password'],
  [
    'aws',
    'ssm get-parameter|get-parameters|get-parameters-by-path|get-parameter-history',
    { with: / --with-decryption(?= |$)/ },
  ],
  ['aws', 'ecr|ecr-public get-login-password|get-authorization-token'],
  [
    'aws',
    'sts assume-role|assume-role-with-web-identity|assume-role-with-saml|get-session-token|get-federation-token',
  ],
  ['aws', 'sso get-role-credentials'],
  ['aws', 'iam create-access-key|create-service-specific-credential'],
  ['aws', 'kms decrypt|generate-data-key'],
  ['aws', 'rds generate-db-auth-token'],
  ['aws', 'codeartifact get-authorization-token'],
  ['aws', 'eks get-token'],
  ['aws', 'configure export-credentials'],
  ['aws', 'configure get', { with: / \S*(?:secret|token)\S*(?= |$)/ }],
  ['aws-vault', 'export'],
  ['gcloud', 'secrets versions access'],
  ['gcloud', 'auth print-access-token|print-identity-token'],
  ['gcloud', 'auth application-default print-access-token'],
  ['gcloud', 'config config-helper'],
  ['gcloud', 'sql generate-login-token'],
  ['gcloud', 'kms decrypt', { with: / --plaintext-file[ =]-(?= |$)/ }],
  ['az', 'keyvault secret show'],
  ['az', 'account get-access-token'],
  ['az', 'storage account keys list|renew'],
  ['az', 'storage account show-connection-string'],
  ['az', 'cosmosdb|batch keys list'],
  ['az', 'redis|search list-keys'],
  ['az', 'acr credential show|renew'],
  ['az', 'acr login', { with: / --expose-token(?= |$)/ }],
  ['az', 'ad sp create-for-rbac'],
  ['az', 'ad sp|app credential reset'],
  ['gh', 'auth token'],
  ['gh|glab', 'auth status', { with: / (?:-t|--show-token)(?= |$)/ }],
  ['glab', 'auth token'],
  ['glab', 'config get', { with: / token(?= |$)/ }],
  ['heroku', 'config|config:get|auth:token|authorizations:create|pg:credentials:url'],
  ['fly|flyctl', 'tokens create'],
  ['fly|flyctl', 'auth token'],
  ['railway', 'variables', { without: / --set(?= |=|$)/ }],
  ['netlify', 'env:get|env:list'],
  ['doppler', 'secrets get'],
  ['doppler', 'secrets download', { with: / --no-file(?= |$)/ }],
  ['doppler', 'configs tokens create'],
  ['infisical', 'secrets get'],
  ['infisical', 'export'],
  ['dotenvx', 'get'],
  ['dotenvx', 'decrypt', { with: / --stdout(?= |$)/ }],
  ['chamber', 'read|export|env'],
  ['conjur', 'variable get'],
  ['akeyless', 'get-secret-value'],
  ['nomad', 'var get'],
  ['sops', 'decrypt', { without: / (?:-i|--in-place)(?= |$)/ }],
  [
    'sops',
    '',
    { with: / (?:-\w*d\w*|--decrypt)(?= |$)/, without: / (?:-\w*i\w*|--in-place)(?= |$)/ },
  ],
  ['ansible-vault', 'view'],
  [
    'ansible-vault',
    'decrypt',
    { with: /^ decrypt(?: -\S+)*$| --output[ =](?:-|\/dev\/stdout)(?= |$)/ },
  ],
  ['gpg|gpg2', '', { with: / (?:-[a-z]*d|--decrypt|--export-secret-(?:sub)?keys?)(?= |$)/ }],
  ['age|rage', '', { with: / (?:-d|--decrypt)(?= |$)/ }],
  ['openssl', 'enc', { with: / -d(?= |$)/ }],
  ['wg', 'genkey|genpsk|showconf'],
  [
    'get-secret|get-azkeyvaultsecret|convertfrom-securestring',
    '',
    { with: / -asplaintext(?= |$|:)/i },
  ],
  ['get-ssmparameter|get-ssmparametervalue', '', { with: / -withdecryption(?= |$|:)/i }],
  ['get-secsecretvalue|get-azaccesstoken', ''],
]

const printings = new Map<string, Printing[]>()
for (const [programs, words, only] of ROWS)
  for (const program of programs.split('|')) {
    const places = words === '' ? [] : words.split(' ').map((place) => place.split('|'))
    printings.set(program, [...(printings.get(program) ?? []), { words: places, ...only }])
  }

/** What of a program prints a secret. */
export const printingsOf = (program: string): readonly Printing[] => printings.get(program) ?? []

/** Options that name a file which is written instead. */
const FILE_OPTIONS: readonly [programs: RegExp, options: string][] = [
  [/^(?:gpg2?|r?age|sops|ansible-vault)$/, '-o|--output'],
  [/^op$/, '-o|--output|--out-file'],
  [/^openssl$/, '-out'],
  [/^gcloud$/, '--out-file'],
  [/^infisical$/, '--output-file'],
]

/** The option of a program that names such a file, alone or with it behind `=`. */
export const fileOptionOf = (program: string): RegExp | undefined => {
  const options = FILE_OPTIONS.find(([programs]) => programs.test(program))?.[1]
  return options === undefined ? undefined : new RegExp(`^(?:${options})(?:=(.+))?$`, 's')
}

/** Programs that take what another prints, and print nothing of it. */
const TAKERS: readonly [programs: RegExp, given?: RegExp, unless?: RegExp][] = [
  [/^(?:pbcopy|clip|wl-copy|set-clipboard|out-null|wc|kubeseal|(?:md5|sha\d+)sum|shasum|ssh-add)$/],
  [/^(?:docker|podman|nerdctl|helm|buildah|skopeo|oras|crane)$/, / login(?= |$)/],
  [/^(?:docker|podman)$/, / secret create /],
  [/^(?:kubectl|k|oc)$/, /^ (?:apply|create|replace|patch|delete) /, / (?:-o|--output|--dry-run)/],
  [/^(?:gh|glab)$/, / (?:(?:secret|variable) set|auth login)(?= |$)/],
  [/^(?:vercel|wrangler|fly|flyctl)$/, / (?:env add|secrets? (?:put|set|import))(?= |$)/],
  [/^gpg2?$/, / --import(?= |$)/],
  [/^[ef]?grep$/, / (?:-[a-zA-Z]*[qc]|--quiet|--count)(?= |$)/],
  [/^jq$/, /(?:\bkeys|\blength)(?:\[\])?$/],
]

export const takesAll = (program: string, given: string): boolean =>
  TAKERS.some(
    ([programs, words, unless]) =>
      programs.test(program) && words?.test(given) !== false && unless?.test(given) !== true,
  )
