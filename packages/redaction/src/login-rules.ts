import { CHARACTER, LOGIN_NAME, typed } from './command-rules.ts'
import type { Rule } from './redaction.types.ts'
import { acceptsNamed, isRandomEnough, isSecretName } from './secret-names.ts'
import { isSecretOfManifest } from './secret-of-manifest.ts'
import { BEGINS_HERE, inFront, NEXT_LINE, SLASHES } from './surroundings.ts'

const QUOTE = `(?:${SLASHES}["'])?`
/** What stands between a program and one of its options. */
const OPTIONS = '\\s(?:[^\\n;|]{0,160}?\\s)??'
const isPassword = (secret: string): boolean => acceptsNamed('password', secret)

/** `PROGRAM … OPTION X`. What is given may be one more option, or none. */
const option = (anchors: readonly string[], program: string, name: string): Rule =>
  typed(anchors, `${program}${OPTIONS}${name}(?!-)`, { accepts: isPassword })

const GIVEN = '[ =]{1,2}'

/** Programs that take a password as an argument. */
const LOGINS: readonly Rule[] = [
  typed(
    ['login'],
    `(?<=(?:podman|buildah|skopeo|registry|oc|az|cf) )login${OPTIONS}-p${GIVEN}(?!-)`,
    {
      accepts: isPassword,
    },
  ),
  option(
    [
      ...['mongosh ', 'mongo ', 'mongodump ', 'mongorestore ', 'mongoexport ', 'mongoimport '],
      ...['cqlsh ', 'cypher-shell ', 'beeline ', 'isql '],
    ],
    '(?:mongo(?:sh|dump|restore|export|import)?|cqlsh|cypher-shell|beeline|isql)',
    `-p${GIVEN}`,
  ),
  option(
    ['qlcmd ', 'quitto_', 'ipmitool '],
    '(?:(?<=s)qlcmd|(?<=mos)quitto_(?:pub|sub|rr)|ipmitool)',
    `-P${GIVEN}`,
  ),
  option(['ssh-keygen '], 'ssh-keygen', `-[NP]${GIVEN}`),
  option(['7z ', '7za ', 'rar a ', 'rar x '], '(?:7za?|rar)', '-p'),
  typed(['freerdp'], 'freerdp[23]?\\s[^\\n;|]{0,160}?(?<=\\s)/p:', { accepts: isPassword }),
  option(['oathtool '], 'oathtool', '(?:-b|--base32)[ =]{1,2}'),
  option(
    ['smbclient ', 'rpcclient '],
    '(?:smb|rpc)client',
    `-U[ =]{0,2}${QUOTE}[^\\s%"'\\\\]{1,60}%`,
  ),
  {
    // sqlplus NAME/X@host
    name: 'command-line',
    anchors: ['qlplus ', 'qlldr ', 'jdbc:oracle:'],
    pattern: new RegExp(
      `(?:(?<=s)ql(?:plus|ldr) (?:-[sSlL]{1,2} ){0,3}${QUOTE}|jdbc:oracle:(?:thin|oci8?):)[\\w.$]{1,60}/(?<secret>[^\\s'"@\\\\/;|&$]{4,100})`,
      'y',
    ),
    accepts: isPassword,
  },
  typed(['bw login', 'bw unlock'], `bw (?:login${QUOTE} [^\\s@]{1,80}@\\S{1,80}|unlock) (?!-)`, {
    accepts: isPassword,
  }),
  typed(['wpa_passphrase '], `wpa_passphrase ${QUOTE}[^\\s"'\\\\]{1,40}${QUOTE} `, {
    accepts: isPassword,
  }),
  typed(['nmcli '], 'nmcli [^\\n;|]{1,160}? password ', { accepts: isPassword }),
  typed(['rclone obscure ', 'encrypt_string '], '(?:rclone obscure|encrypt_string) (?!-)', {
    accepts: isPassword,
  }),
  // rabbitmqctl add_user NAME X, net user NAME X /add
  typed(
    ['rabbitmqctl ', 'net user '],
    `(?:rabbitmqctl\\s[^\\n;|]{0,80}?(?:add_user|change_password|authenticate_user)|net user)[ \\t]{1,4}${QUOTE}[\\w.@-]{1,60}${QUOTE}[ \\t]{1,4}(?![-/])`,
    { accepts: isPassword },
  ),
  typed(
    ['http -', 'https -', 'xh -'],
    `(?:https?|xh)${OPTIONS}(?:-a|--auth)${GIVEN}${QUOTE}[^\\s:'"\\\\]{1,80}:`,
    {
      accepts: isPassword,
    },
  ),
  typed(['authtoken ', 'privkey '], '(?:(?<=add-)authtoken|(?<=import)privkey) (?!-)', {
    accepts: isRandomEnough,
  }),
  typed(['vault login '], 'vault login (?!-)', { accepts: isRandomEnough }),
  {
    // curl -sSu NAME:X; flags of one letter stand together.
    name: 'command-line',
    anchors: ['rl -'],
    pattern: new RegExp(
      `(?<=cu)rl${OPTIONS}(?:-[a-zA-Z]{0,6}u[ =]{0,2}|--proxy-user[ =]{1,2}|-U )${LOGIN_NAME}(?<secret>[^\\s'"@\\\\]{3,200})`,
      'y',
    ),
    accepts: (secret) => isPassword(secret) || (isRandomEnough(secret) && secret.length > 8),
  },
  {
    // curl -b 'session=X'
    name: 'cookie',
    anchors: ['rl -'],
    pattern: new RegExp(
      `(?<=cu)rl${OPTIONS}-b ${QUOTE}(?:[\\w.-]{1,60}=[^;\\s"']{0,400};\\s?){0,8}?[\\w.-]{0,60}=(?<secret>[A-Za-z0-9%._~+/=-]{16,4000})`,
      'y',
    ),
    accepts: isRandomEnough,
  },
]

/** The last part of `//registry.example.com/:_authToken`, `db/password`. */
const lastPart = (name: string): string => /[^/:.]*$/.exec(name)?.[0] ?? ''

/** Names and values that a store of settings or secrets is given. */
const STORED: readonly Rule[] = [
  typed(
    ['ure set ', 'fig set ', 'kv put '],
    `(?:(?<=config)ure|(?<=con)fig|kv) (?:set|put)\\s{1,4}(?:--?[\\w-]{1,30}\\s){0,3}${QUOTE}(?<name>[^\\s"'=\\\\]{2,120})${QUOTE}[ \\t]{1,4}`,
    {
      accepts: (secret, match) => {
        const name = lastPart(match.groups?.['name'] ?? '')
        return isSecretName(name) && acceptsNamed(name, secret)
      },
    },
  ),
  typed(
    ['vault kv put ', 'vault kv patch ', 'vault write ', 'secrets set ', 'config:set '],
    `(?:vault (?:kv (?:put|patch)|write)|secrets set|config:set)\\s[^\\n;|=]{0,160}?(?<=[\\s"'.])[\\w-]{1,60}=`,
    { accepts: (secret) => isRandomEnough(secret) && secret.length >= 12 },
  ),
  {
    name: 'manifest',
    anchors: ['--from-literal'],
    pattern: new RegExp(
      `--from-literal[ =]${QUOTE}(?<name>[\\w.-]{1,100})=(?:${SLASHES}["'])?(?<secret>${CHARACTER}{4,400})`,
      'y',
    ),
    accepts: (secret, match) =>
      /\bsecrets? generic\b[^\n;|]*$/.test(inFront(match, 1_000)) &&
      isSecretOfManifest(match.groups?.['name'] ?? '', secret, PLAIN),
  },
  typed(
    ['pass ', 'masterauth ', 'bindpw ', 'rootpw '],
    `(?:(?<=require)pass|masterauth|bindpw|rootpw)[ \\t]{1,8}`,
    {
      ignoresCase: true,
      accepts: isPassword,
    },
  ),
  // A prompt of redis, and a line of its list of users.
  typed(['> AUTH '], '> AUTH (?:[\\w-]{1,40} )?', { accepts: isPassword }),
  typed(['user default on'], 'user default on >', { accepts: isPassword }),
]

const PLAIN = { isCoded: false, hasSecret: () => false }

/** A value piped into the command that takes it. */
const RECEIVERS =
  '(?:--password-stdin|--with-token|sudo (?:-\\w+ )*-S|passwd --stdin|secret (?:put|set|create)|env add|kinit|vault login|--data-file=-|pass insert|cryptsetup|--passphrase-fd)'
const RECEIVING = new RegExp(RECEIVERS)

const SAID =
  '(?:echo|printf|print)(?: -[neE]{1,3}){0,2}(?: \\\\{0,7}["\']%s(?:\\\\{1,8}n)?\\\\{0,7}["\'])?[ \\t]{1,4}'
const PIPED = new RegExp(`${BEGINS_HERE}${SAID}(?<value>[^\\n|;]{4,400})\\|[^\\n|;]{0,160}$`)

/** Where the value begins that is piped into the command at `command`. */
const pipedInto = (text: string, command: number): number => {
  const from = Math.max(0, command - 400)
  const head = text.slice(from, command)
  if (!head.includes('|')) return -1
  const piped = PIPED.exec(head)
  const value = piped?.groups?.['value']
  return piped === null || value === undefined
    ? -1
    : from + piped.index + piped[0].indexOf(value, 4)
}

/** `echo X | COMMAND` */
const piped = (anchors: readonly string[], head: string, accepts: Rule['accepts'] & {}): Rule => ({
  name: 'command-line',
  anchors,
  startOf: pipedInto,
  pattern: new RegExp(
    `${QUOTE}${head}(?<secret>${CHARACTER}{4,400})(?=${QUOTE}[ \\t]{0,8}\\|)`,
    'y',
  ),
  accepts,
})

/** Secrets that stand in front of the command that reads them. */
const PIPES: readonly Rule[] = [
  piped(
    [
      ...[
        '--password-stdin',
        '--with-token',
        'sudo -S',
        'passwd --stdin',
        'secret put',
        'secret set',
      ],
      ...['secret create', 'env add', 'kinit ', 'vault login -', '--data-file=-', 'pass insert'],
      ...['cryptsetup ', '--passphrase-fd'],
    ],
    '',
    isPassword,
  ),
  piped(['chpasswd'], '[\\w.-]{1,40}:', isPassword),
  piped(['64 -d', '64 -D', '64 --d'], '', isSecretInBase64),
  {
    name: 'command-line',
    anchors: ['<<<'],
    pattern: new RegExp(`<<<(?!<)[ \\t]{0,2}${QUOTE}(?<secret>${CHARACTER}{4,400}(?<!\\)))`, 'y'),
    accepts: (secret, match) => {
      const front = /[^\n;|]*$/.exec(inFront(match, 200))?.[0] ?? ''
      return /base64 -{1,2}[dD]/.test(front)
        ? isSecretInBase64(secret, match)
        : RECEIVING.test(front) && isPassword(secret)
    },
  },
]

const SAYS_CREDENTIALS =
  /passw|passphrase|secret|token|credential|pwd|(?<![a-z])(?:pass|pw)(?![a-z])|_key|api.?key/i

/** What a line decodes, if the line says that it is a secret. */
function isSecretInBase64(secret: string, match: RegExpExecArray): boolean {
  const end = match.index + match[0].length
  const before = /(?:#[^\n]{0,60}\n)?[^\n]*$/.exec(inFront(match, 120))?.[0] ?? ''
  const behind = /^[^\n]*/.exec(match.input.slice(end, end + 120))?.[0] ?? ''
  return SAYS_CREDENTIALS.test(before + behind) && isPassword(decoded(secret))
}

function decoded(base64: string): string {
  try {
    const text = atob(base64).trim()
    return /^[ -~]*$/.test(text) ? text : base64
  } catch {
    return ''
  }
}

const BASE64_OR_WORD = '[^\\s"\'\\\\`<>|]{6,4000}'

/** What a cluster was asked for and printed in the next line. */
const PRINTED: readonly Rule[] = [
  {
    name: 'manifest',
    anchors: ['jsonpath', 'go-template'],
    startOf: commandBefore,
    pattern: new RegExp(
      `get (?:-n[ =]?[\\w-]{1,60} |--namespace[ =][\\w-]{1,60} )?secrets?[ /][^\\n]{1,80}(?:jsonpath|go-template)[^\\n]{1,160}?${NEXT_LINE}(?<secret>${BASE64_OR_WORD})(?=[\\s"'\\\\]|$)`,
      'y',
    ),
    accepts: (secret, match) =>
      isPassword(secret) && !/\.(?:user|username|host|ca)\b/.test(match[0]),
  },
]

/** Where `get secret` stands in front of the form it shall be printed in. */
function commandBefore(text: string, form: number): number {
  const from = Math.max(0, form - 120)
  return from + text.slice(from, form).lastIndexOf('get ')
}

export const LOGIN_RULES: readonly Rule[] = [...LOGINS, ...STORED, ...PIPES, ...PRINTED]
