import type { Word } from './command.types.ts'
import { programOf } from './command-program.ts'

const MAX_GIVEN = 200
const MAX_CHARS = 4_000

/**
 * Which words make a program print a secret that has no name beside it, as regular expressions over its words. A blank
 * stands for any options between two words, and `^` for those before the first. `+x` asks for an option or word anywhere,
 * `!x` forbids one.
 */
const PRINTERS: readonly (readonly [programs: string, ...uses: string[]])[] = [
  ['kubectl|k|oc|kubecolor', '^get +SECRET_SHOWN'],
  ['kubectl|k|oc', '^(view-secret|view_secret)', '^create token', '^config view +--raw'],
  ['oc', '^whoami +(-t|--show-token)', '^extract +--to[ =]-'],
  ['argocd', '^admin initial-password'],
  ['kubeadm', '^token (create|list)'],
  ['docker', '^swarm (join-token|unlock-key)'],
  ['vault|bao', '^kv get', '^read !sys/.*', '^(unwrap|print token|operator init)'],
  ['vault|bao', '^token (create|lookup)', '^login !-no-print'],
  ['vault|bao', '^write +\\S*/(login|secret-id)(/\\S*)?'],
  ['op', '^(read|signin|inject)', '^(item|document) get', '^(service-account|connect) create'],
  ['op', '^item (create|edit) +--reveal'],
  ['pass|gopass', '^(show|otp|generate|grep) !(-c\\d?|--clip(=\\d)?|-q\\d?|--qrcode)'],
  ['pass', 'ENTRY'],
  ['pass|gopass', 'ENTRY_IN_FOLDER'],
  ['bw', '^get (password|item|notes|totp)', '^list items', '^(unlock|login) !--check'],
  ['bw', '^export +--raw'],
  ['bws', '^secret (get|list)'],
  ['rbw', '^(get|code|totp)'],
  ['lpass', '^(show|export) !(-c|--clip)'],
  ['dcli', '^(password|note|otp|read|p|n|o)'],
  ['keepassxc-cli', '^(show|export)'],
  ['security', '^find-(generic|internet)-password +-\\w*[wg]\\w*', '^dump-keychain +-\\w*d\\w*'],
  ['secret-tool', '^(lookup|search)'],
  ['kwallet-query', '+-\\w*r\\w*'],
  ['keyring', '^get'],
  ['git', '^credential fill', '^credential-\\S+ get'],
  ['git-credential-\\w+(-\\w+)?|docker-credential-[\\w-]+', '^get'],
  ['aws', '^secretsmanager (get-secret-value|batch-get-secret-value|get-random-password)'],
  ['aws', '^ssm get-parameter(s|s-by-path|-history)? +--with-decryption'],
  ['aws', '^(ecr|ecr-public) (get-login-password|get-authorization-token)'],
  ['aws', '^sts (assume-role\\S*|get-session-token|get-federation-token)'],
  ['aws', '^sso get-role-credentials', '^iam create-(access-key|service-specific-credential)'],
  ['aws', '^kms (decrypt|generate-data-key)', '^rds generate-db-auth-token', '^eks get-token'],
  ['aws', '^codeartifact get-authorization-token', '^configure export-credentials'],
  ['aws', '^configure get +\\S*(secret|token)\\S*'],
  ['aws-vault', '^export'],
  ['gcloud', '^secrets versions access', '^auth print-(access|identity)-token'],
  ['gcloud', '^auth application-default print-access-token', '^config config-helper'],
  ['gcloud', '^sql generate-login-token', '^kms decrypt +--plaintext-file[ =]-'],
  ['az', '^keyvault secret show', '^account get-access-token', '^acr login +--expose-token'],
  ['az', '^storage account (keys (list|renew)|show-connection-string)', '^ad sp create-for-rbac'],
  [
    'az',
    '^(cosmosdb|batch) keys list',
    '^(redis|search) list-keys',
    '^acr credential (show|renew)',
  ],
  ['az', '^ad (sp|app) credential reset'],
  ['gh|glab', '^auth token', '^auth status +(-t|--show-token)', '^config get +token'],
  ['heroku', '^(config|config:get|auth:token|authorizations:create|pg:credentials:url)'],
  ['fly|flyctl', '^tokens create', '^auth token'],
  ['railway', '^variables !--set(=.*)?'],
  ['netlify', '^env:(get|list)'],
  ['doppler', '^secrets get', '^secrets download +--no-file', '^configs tokens create'],
  ['infisical', '^secrets get', '^export'],
  ['dotenvx', '^get', '^decrypt +--stdout'],
  ['chamber', '^(read|export|env)'],
  ['conjur', '^variable get'],
  ['akeyless', '^get-secret-value'],
  ['nomad', '^var get'],
  ['sops', '^decrypt !(-i|--in-place)', '+(-\\w*d\\w*|--decrypt) !(-\\w*i\\w*|--in-place)'],
  ['ansible-vault', '^view', '^decrypt +--output[ =](-|/dev/stdout)', 'DECRYPTS_INPUT'],
  ['gpg2?', '+(-[a-z]*d|--decrypt|--export-secret-(sub)?keys?)'],
  ['r?age', '+(-d|--decrypt)'],
  ['openssl', '^enc +-d'],
  ['wg', '^(genkey|genpsk|showconf)'],
  ['get-secret|get-azkeyvaultsecret|convertfrom-securestring', '+-asplaintext(:.*)?'],
  ['get-ssmparameter(value)?', '+-withdecryption(:.*)?'],
  ['get-secsecretvalue|get-azaccesstoken', '^'],
]

const OTHER_COMMANDS =
  'ls|list|find|search|init|insert|add|edit|rm|remove|delete|mv|rename|cp|copy|git|audit|import|update|tomb|open|close|age|file|tail|menu'
const WHOLE: Record<string, RegExp> = {
  /** `pass mail`, but none of its other commands. */
  ENTRY: new RegExp(`^ (?!(?:${OTHER_COMMANDS})$)[\\w@][^\\s()]*$`),
  ENTRY_IN_FOLDER: /^ [\w@][^\s()/]*\/[^\s()]*$/,
  DECRYPTS_INPUT: /^ decrypt(?: -\S+)*$/,
}
/** A secret asked for as more than a line of a list; of what is picked from it, only data. */
const SECRET_SHOWN =
  '(?=.*[ ,]secrets?(?:[/, ]|$))(?=.* (?:-o|--output|--template)[ =]?(?:yaml|json(?![\\w-])|.*(?<!meta)data\\b|.*\\{\\{? ?[.@$]? ?\\}))'

/** Options, each with the word behind it where that is none. */
const OPTIONS = '(?: -\\S*(?: [^-\\s]\\S*)?)*?'

const useOf = (use: string): RegExp => {
  const whole = WHOLE[use]
  if (whole !== undefined) return whole
  const asks = use.split(/ (?=[+!])/)
  const order = asks[0]?.startsWith('^') ? asks.shift()?.slice(1) : ''
  const ahead = asks.map((ask) =>
    ask === '+SECRET_SHOWN'
      ? SECRET_SHOWN
      : `(?${ask.startsWith('+') ? '=' : '!'}.* (?:${ask.slice(1)})(?= |$))`,
  )
  const words = order ? `${OPTIONS} (?:${order.replaceAll(' ', `${OPTIONS} `)})(?= |$)` : ''
  return new RegExp(`^${ahead.join('')}${words}`, 'is')
}

type Use = { expression: RegExp; isEntry: boolean }

const ANY_PRINTER = new RegExp(`^(?:${PRINTERS.map(([programs]) => programs).join('|')})$`)
const printers = PRINTERS.map(([programs, ...uses]) => ({
  programs: new RegExp(`^(?:${programs})$`),
  uses: uses.map((use): Use => ({ expression: useOf(use), isEntry: use === 'ENTRY' })),
}))

/** Whether a program of that name may print secrets. */
export const isPrinter = (program: string): boolean => ANY_PRINTER.test(program)

const HELP = /^(?:--help|-h|-\?|help|--version)$/
/** Programs that run another one somewhere among their words, here or on another machine. */
const RUNS_ANOTHER =
  /^(?:ssh|autossh|docker|podman|nerdctl|kubectl|oc|k|k3s|microk8s|minikube|xargs|parallel|find|uvx?|pipx|poetry|pdm|hatch|mise|nix|nix-shell|doppler|op|infisical|chamber|aws-vault|dotenvx?|direnv|watch|flock|su|runuser|gosu|chroot|nsenter|systemd-run|strace|script|caffeinate|wsl|winpty|vagrant|multipass|lxc|incus|cmd|busybox|pnpm|yarn|bun|npm)$/

/** Whether a command, or one that it runs with its words, prints a secret. */
export const printsSecret = (words: Word[]): boolean => {
  const { program, given } = programOf({ words })
  const own = nameOf(program)
  const texts = textsOf(given)
  const prints = (name: string, from: number, uses: (use: Use) => boolean): boolean => {
    if (!isPrinter(name) || texts.slice(from).some((text) => HELP.test(text))) return false
    const line = lineOf(texts.slice(from))
    return printers.some(
      (one) =>
        one.programs.test(name) && one.uses.some((use) => uses(use) && use.expression.test(line)),
    )
  }
  return (
    prints(own, 0, () => true) ||
    // `ssh pass uptime` names a machine.
    (RUNS_ANOTHER.test(own) &&
      texts.some((text, at) => prints(nameOf(text), at + 1, ({ isEntry }) => !isEntry)))
  )
}

/** `/opt/homebrew/bin/op`; a script of the project is not the program of that name. */
export const nameOf = (program: string): string =>
  program
    .replace(/^(?:[A-Za-z]:|~|\$\w{1,50}|\$\{\w{1,50}\})?[\\/](?:.*[\\/])?/s, '')
    .replace(/\.(?:exe|cmd|bat)$/i, '')
    .toLowerCase()

const textsOf = (given: readonly Word[]): string[] =>
  given
    .filter(({ isWritten }) => !isWritten)
    .slice(0, MAX_GIVEN)
    .map(({ text }) => text)

const lineOf = (texts: readonly string[]): string =>
  texts
    .map((text) => ` ${text}`)
    .join('')
    .slice(0, MAX_CHARS)

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

/** Programs that read the output of another and print nothing of it. */
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

export const takesQuietly = (taker: Word[]): boolean => {
  const { program, given } = programOf({ words: taker })
  const [name, line] = [nameOf(program), lineOf(textsOf(given))]
  return TAKERS.some(
    ([programs, words, unless]) =>
      programs.test(name) && words?.test(line) !== false && unless?.test(line) !== true,
  )
}
