import { isMadeOfWords, isPlaceholder } from './placeholders.ts'
import type { Rule } from './redaction.types.ts'
import { acceptsNamed, isRandomEnough } from './secret-names.ts'
import { BEGINS_HERE, inFront, SLASHES } from './surroundings.ts'

/** Up to a blank, a quote, what ends a command, or the escape of a line end where the command stands within JSON. */
export const CHARACTER = `(?:[^\\s'"$;|&\\\\]|\\\\[^nrtux"'\\\\\\s])`
const VALUE = `(?:${SLASHES}["'])?(?<secret>${CHARACTER}{4,400})`

export const typed = (
  anchors: readonly string[],
  head: string,
  more: Partial<Rule> = {},
): Rule => ({
  name: 'command-line',
  anchors,
  pattern: new RegExp(`${head}${VALUE}`, more.ignoresCase ? 'iy' : 'y'),
  accepts: (secret) => !isPlaceholder(secret),
  ...more,
})

/** `admin:`, `'admin':'`, `admin:"`: either part of a login may have quotes of its own. What code joins to it is none. */
export const LOGIN_NAME = `(?:${SLASHES}["'])?[^\\s:'"\\\\]{1,80}(?:${SLASHES}["'])?:(?!//)(?:${SLASHES}["'](?![+.,)\\]}]))?`

const CLIENT = new RegExp(`${BEGINS_HERE}(?:curl|wget|https?|xh)\\s`)

const MYSQL = `(?:mysql|mariadb)(?:dump|admin|-dump)?(?:\\s|\\\\{0,7}["'],)[^\\n;|]{0,200}?(?<=[\\s"'])-p`

/** Secrets in what is typed into a shell. */
export const COMMAND_RULES: readonly Rule[] = [
  {
    name: 'command-line',
    anchors: ['-u ', '-u"', "-u'", '--user ', '--user='],
    pattern: new RegExp(
      `(?<=\\s)(?:-u|--user)[ =]{0,2}${LOGIN_NAME}(?<secret>[^\\s'"@\\\\]{3,200})`,
      'y',
    ),
    accepts: (secret, match) => !isPlaceholder(secret) && CLIENT.test(inFront(match, 400)),
  },
  {
    name: 'command-line',
    anchors: ['mysql', 'mariadb'],
    pattern: new RegExp(`${MYSQL}(?<secret>${CHARACTER}{4,100})`, 'y'),
    accepts: (secret) => !isPlaceholder(secret),
  },
  {
    // mysql -p'X': up to the quote that closes it, whatever stands within
    name: 'command-line',
    anchors: ['mysql', 'mariadb'],
    pattern: new RegExp(
      `${MYSQL}(?<quote>${SLASHES}["'])(?![\\s+.,)\\]}])(?<secret>[^'"\\\\\\n]{4,100}(?<![\\s+.,]))(?=\\k<quote>)`,
      'y',
    ),
    accepts: (secret) => !isPlaceholder(secret),
  },
  typed(
    ['sshpass -p', 'redis-cli', 'docker login'],
    '(?:sshpass|redis-cli[^\\n;|]{0,100}?(?=\\s-a)|docker login[^\\n;|]{0,200}?(?=\\s-p))\\s(?:-p|-a)\\s{0,2}',
  ),
  typed(
    ['-passin pass:', '-passout pass:', '-pass pass:', '-k pass:'],
    '-(?:passin|passout|pass|k) pass:',
  ),
  typed(['unzip ', 'zip -'], 'zip\\s[^\\n;|]{0,200}?(?<=\\s)-P\\s{0,2}', {
    startOf: (text, at) => (text.startsWith('unzip', at) ? at + 2 : at),
  }),
  typed(
    ['ldap'],
    'ldap(?:search|modify|add|delete|whoami|passwd|compare)\\s[^\\n;|]{0,300}?(?<=\\s)-w\\s{0,2}',
  ),
  typed(['storepass ', 'keypass '], '(?:store|key)pass ', {
    accepts: (secret, match) =>
      !isPlaceholder(secret) && /\s-(?:src|dest|new)?$/.test(inFront(match, 6)),
  }),
  {
    // htpasswd -b FILE NAME PASSWORD
    name: 'command-line',
    anchors: ['htpasswd '],
    pattern: new RegExp(
      `htpasswd\\s(?=[^\\n;|]{0,40}(?<=\\s)-[a-zA-Z]{0,6}b)[^\\n;|]{1,200}?\\s${VALUE}(?=${SLASHES}["']?[ \\t]{0,8}(?:$|[\\r\\n;|&,}]|\\\\{1,7}[nrt]))`,
      'y',
    ),
    accepts: (secret) => !isPlaceholder(secret),
  },
  typed(['net use'], `net use\\s[^\\n]{0,200}?\\/user:\\S{1,80}\\s{1,4}(?!\\/)`, {
    ignoresCase: true,
  }),
  typed(['gh secret set'], 'gh secret set\\s[^\\n;|]{0,200}?(?<=\\s)(?:--body|-b)[ =]{0,2}(?!-)'),
  typed(
    ['openssl '],
    'openssl\\s(?:enc|aes|des|camellia|aria|chacha)[^\\n;|]{0,200}?(?<=\\s)-[kK]\\s{1,2}(?!pass:)',
  ),
  typed(
    ['user-secrets set'],
    `user-secrets set\\s{1,4}${SLASHES}["']?[\\w:.-]{1,100}${SLASHES}["']?\\s{1,4}`,
    {
      accepts: (secret) => !isPlaceholder(secret) && !isMadeOfWords(secret),
    },
  ),
  typed(
    ['put-parameter', 'keyvault secret set'],
    '(?:put-parameter|keyvault secret set)\\s[^\\n;|]{0,300}?(?<=\\s)--value[ =]{1,2}',
    { accepts: (secret, match) => acceptsStored(secret, match[0]) },
  ),
  typed(
    ['secretsmanager create-secret', 'secretsmanager put-secret-value'],
    'secretsmanager (?:create-secret|put-secret-value)\\s[^\\n;|]{0,300}?(?<=\\s)--secret-string[ =]{1,2}',
  ),
  // ConvertTo-SecureString 'X' -AsPlainText -Force, or 'X' piped into it
  {
    name: 'command-line',
    anchors: ['convertto-securestring'],
    ignoresCase: true,
    pattern: new RegExp(
      `ConvertTo-SecureString[ \\t]{1,4}(?<flags>(?:-(?:String|Force|AsPlainText)[ \\t]{1,4}){0,3})(?:${SLASHES}["']|(?![\\\\-]))(?<secret>${CHARACTER}{4,200})`,
      'iy',
    ),
    accepts: (secret, match) =>
      acceptsNamed('password', secret) && isPlain(match, match.groups?.['flags'] ?? ''),
  },
  {
    name: 'command-line',
    anchors: ['convertto-securestring'],
    ignoresCase: true,
    startOf: quotedBefore,
    pattern: new RegExp(
      `["'](?<secret>${CHARACTER}{4,200})(?=${SLASHES}["']\\s{0,4}\\|\\s{0,4}ConvertTo-SecureString\\s[^\\n|;]{0,60}-AsPlainText)`,
      'iy',
    ),
    accepts: (secret) => acceptsNamed('password', secret),
  },
  // What a run of GitHub Actions shall hide in its log.
  typed(['::add-mask::'], '::add-mask::'),
  // The same of Azure Pipelines.
  typed(['issecret=true]'], 'issecret=true\\]', { ignoresCase: true }),
]

/** A store of parameters also holds what is no secret: its name or its type shows which. */
function acceptsStored(secret: string, command: string): boolean {
  if (isPlaceholder(secret) || isMadeOfWords(secret)) return false
  return isRandomEnough(secret) || /SecureString|passw|secret|token|key/i.test(command)
}

/** Without the word, what stands there is encrypted. */
function isPlain(match: RegExpExecArray, flags: string): boolean {
  const end = match.index + match[0].length
  return /-AsPlainText/i.test(
    flags + (/^[^\n|;]{0,60}/.exec(match.input.slice(end, end + 60))?.[0] ?? ''),
  )
}

/** Where what is piped into the command at `command` begins: at the quote that opens it. */
function quotedBefore(text: string, command: number): number {
  const head = text.slice(Math.max(0, command - 240), command)
  const opening = /(["'])[^"'\n]{4,210}["']\s{0,4}\|\s{0,4}$/.exec(head)
  return opening === null ? -1 : command - head.length + opening.index
}
