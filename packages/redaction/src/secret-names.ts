import { shannonEntropy } from './entropy.ts'
import {
  capitals,
  FOREIGN_PASSWORD_WORDS,
  SHORT_FOREIGN_PASSWORD_WORDS,
} from './foreign-language-words.ts'
import { isMadeOfWords, isPlaceholder, isWordNumberWord } from './placeholders.ts'

const PASSWORD_WORDS = [
  ...['password', 'passwd', 'passphrase', 'pass_phrase', 'pass-phrase', 'passcode', 'pwd'],
  // German, whose compounds end in it too.
  ...['passwort', 'kennwort'],
  ...FOREIGN_PASSWORD_WORDS,
]
/** Too short to be found inside other words. */
const SHORT_WORDS = ['pass', 'pw', 'psk', 'salt', 'pepper', ...SHORT_FOREIGN_PASSWORD_WORDS]
const TOKEN_WORDS = ['secret', 'token', 'credential', 'credentials']
const WORDS_BEFORE_KEY = [
  ...['api', 'access', 'private', 'encryption', 'signing', 'master', 'account', 'license'],
  ...['session', 'auth', 'shared', 'deploy', 'service', 'cookie', 'jwt', 'webhook', 'hmac', 'aes'],
  'subscription',
]

const keys = WORDS_BEFORE_KEY.map((word) => `${word}[ _-]?key`)
const longestFirst = (words: readonly string[]): string =>
  [...words].sort((a, b) => b.length - a.length).join('|')

/** Words that make a name the name of a secret, as a source for case-insensitive patterns. */
export const SECRET_WORDS = longestFirst([
  ...PASSWORD_WORDS,
  ...SHORT_WORDS,
  ...TOKEN_WORDS,
  ...keys,
])

/** What makes a short word worth a look. */
const AFTER_SHORT_WORD = ['=', ':', ' ', '"', "'", '`', '\\', '>', '_', '1', '2']

/** How those words begin, for finding them. */
export const SECRET_WORD_ANCHORS: readonly string[] = [
  ...['passw', 'passp', 'pass_p', 'pass-p', 'passc', 'pwd', 'kennwort', 'secret', 'token'],
  'credential',
  // Two characters would be looked for nearly everywhere.
  ...FOREIGN_PASSWORD_WORDS.flatMap(capitals).flatMap((word) =>
    word.length > 2 ? [word] : [...':：= "\'`|'].map((next) => word + next),
  ),
  ...SHORT_WORDS.flatMap((word) => AFTER_SHORT_WORD.map((next) => word + next)),
  ...WORDS_BEFORE_KEY.flatMap((word) => [
    `${word}_key`,
    `${word}-key`,
    `${word} key`,
    `${word}key`,
  ]),
]

const ABOUT_A_SECRET =
  /_(?:names?|ids?|types?|counts?|paths?|files?|dirs?|urls?|uris?|length|limits?|usage|arn|expir\w*|ttl|size|max|min|budget|used|total|hint|label|field|prefix|suffix|pattern|regex|rules?|policy|policies|rounds|ref|version|status|source|provider|store|manager|service|input|output|error|schema|format|scopes?|endpoint|rotation|env|var|required|enabled|disabled|valid|present|placeholder|message|text|help|title|description|strength|mode|at|by|class|icon|fingerprint|hash|digest|sha\d*|checksum|address|kind|algorithm|alg|audience|issuer|owner|host|port|user|email|rate|failed|failure|stored|saved|changed|updated|reset|set|success|invalid|missing|wrong|mismatch|confirm\w*)$/i

/**
 * What may follow such a word: `_PROD`, `2`, `Value`, a plural s. `tokenizer` and `passwordless` are other words,
 * and `token_count`, `secretName` or `password_length` name something about a secret, not the secret.
 */
export const isSecretSuffix = (suffix: string): boolean => {
  if (suffix === '' || suffix === 's') return true
  if (/^[a-z]/.test(suffix)) return false
  return !ABOUT_A_SECRET.test(
    `_${suffix.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/-/g, '_')}`,
  )
}

/** Short words count only as words of their own: `smtpPass`, `DB_PASS`, `pass`, not `bypass`, `compass` or `passes`. */
export const standsAsWord = (
  word: string,
  { before, suffix }: { before: string; suffix: string },
): boolean => {
  if (!SHORT_WORDS.includes(word.toLowerCase())) return true
  if (!/^_?\d*$/.test(suffix)) return false
  return !/[A-Za-z]/.test(before) || (/[a-z]/.test(before) && /^[A-Z][a-z]/.test(word))
}

const NAME = new RegExp(`(?<word>${SECRET_WORDS})(?<suffix>[A-Za-z0-9_-]{0,30})$`, 'i')

/** True for `password`, `DB_PASSWORD`, `githubToken`; false for `token_count`, `tokenizer`, `file_path`. */
export const isSecretName = (name: string): boolean => {
  const match = name.length > 120 ? null : NAME.exec(name)
  if (match === null) return false
  const { word = '', suffix = '' } = match.groups ?? {}
  const before = name.charAt(match.index - 1)
  return isSecretSuffix(suffix) && standsAsWord(word, { before, suffix })
}

/** Names that end in KEY and name no secret. */
export const NO_SECRET_KEY =
  /(?:(?:PUBLIC|PUBLISHABLE|CACHE|SORT|PRIMARY|FOREIGN|PARTITION|IDEMPOTENCY|OBJECT|INDEX|LOOKUP|SHORTCUT|HOT|SITE|ROW|MAP|DEDUPE|S3|STORAGE|GPG)|(?:PUBLIC|VITE|REACT_APP|GATSBY)_[A-Z0-9_]*)$/

/** `SIGNING_SEED`, `MAPS_KEY`; not `PUBLIC_KEY` or `CACHE_KEY`. */
export const isNameOfKey = (name: string): boolean =>
  /_(?:KEY|PAT|AUTH|SEED|CREDS|DSN)$/.test(name) &&
  !NO_SECRET_KEY.test(name.replace(/_[A-Z]*$/, ''))

const PASSWORD = new RegExp(
  [
    ...PASSWORD_WORDS,
    ...['pass', 'pw', 'psk', ...SHORT_FOREIGN_PASSWORD_WORDS].map((word) => `^${word}$`),
  ].join('|'),
  'i',
)
export const isPasswordName = (name: string): boolean => PASSWORD.test(name)

/** A value random enough to be a key: letters and digits, no word, no number, no chain of names. */
export const isRandomEnough = (value: string): boolean =>
  value.length >= 8 &&
  /\d/.test(value) &&
  /[A-Za-z]/.test(value) &&
  !isPlaceholder(value) &&
  !isMadeOfWords(value) &&
  shannonEntropy(value) >= (value.length < 16 ? 2.5 : 3)

/** Public keys and certificates, as they begin in base64 without their armour or with it. */
const PUBLIC = new RegExp(
  `^(?:${[
    'AAAA(?:[BC]3NzaC1|E2VjZHNh)',
    'LS0tLS1CRUdJTiB(?:DRVJU|QVUJM)',
    'MI[A-Za-z0-9+/]{4,10}gAwIBAg',
    ...['M[A-Za-z0-9+/]{4,8}BgkqhkiG9w0BAQEFAAO', 'MIGfMA0GCSqGSIb3DQEBAQUAA4', 'MII[BC]CgKCA'],
    ...['M(?:Fkw|HYw)E[wA]YHKoZIzj0C', 'MIGbMBAGByqGSM49', 'MCowBQYDK2V[wu]Ay'],
  ].join('|')})`,
)

/** What is there to be shown, although it looks like a key. */
export const isPublicPart = (value: string): boolean => PUBLIC.test(value)

/** `ZOCqXYKnLSbHnd`: letters in both cases that do not part into words or abbreviations. */
export const isLettersAtRandom = (secret: string): boolean => {
  if (!/^[A-Za-z]{10,64}$/.test(secret) || isPlaceholder(secret)) return false
  const parts = secret.replace(/([A-Z])([A-Z][a-z])|([a-z])([A-Z])/g, '$1$3 $2$4').split(' ')
  const wordless = parts.filter((part) => isWordless(part) || part.length === 1)
  return wordless.length > 1 || (isMixedCase(secret) && oddityOf(secret) >= ODD)
}

const isWordless = (part: string): boolean => !/^[A-Z]{2,5}$|[aeiouyAEIOUY]/.test(part)

const isMixedCase = (secret: string): boolean => /[a-z]/.test(secret) && /[A-Z]/.test(secret)

/** Pairs of letters that hardly any word has, nor an abbreviation that names are made of. */
const ODD_PAIRS =
  /q(?=[^u])|j(?=[bcdfghklmnpqrtvwxz])|v(?=[bcdfghjkmpqtwxz])|z(?=[bcdfgjkmpqrstvx])|[cfghkmpqtvwxz](?=j)|[bdfghjkmpvwxz](?=q)|[bcdfghjkqvwz](?=x)|[bcfghjkmpqvwx](?=z)|[bcfghjmpqtwxz](?=v)/gi

const ODD = 3

/** Signs of chance, counted: names of two axes (`getXAxisYOffset`) have two of them, a word that no vowel is in counts twice. */
const oddityOf = (secret: string): number =>
  secret
    .split(/(?<=[A-Z])(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])/)
    .map((part) => {
      const own = part.length === 1 ? 1 : isWordless(part) ? Math.min(part.length - 1, 2) : 0
      return own + (part.match(ODD_PAIRS)?.length ?? 0)
    })
    .reduce((sum, one) => sum + one, 0)

/** A password someone chose: shorter and less random than a key, but more than one plain word. */
const isPasswordLike = (value: string): boolean => {
  if (value.length < 6 || isPlaceholder(value) || isNameOfSomething(value)) return false
  if (/[^ -~]{2}/.test(value)) return false
  if (/\d/.test(value)) return true
  // What stands beside a field of a form, in whatever language: `Senha:`, `Passwort?`, `New-password!`.
  if (/^\p{L}[\p{L} -]*[:*?]$/u.test(value) || LABEL.test(value)) return false
  // `String!` is a type that may not be null.
  if (/^(?:String|ID|[A-Z][A-Za-z]*(?:Input|Type|Scalar))!$/.test(value)) return false
  if (/[^\p{L}_\s-]/u.test(value)) return true
  // Letters alone: `BinaryLike` is a type, `hUnTeRtWo` is not.
  return /[a-z]/.test(value) && /[A-Z]/.test(value.slice(1)) && !isMadeOfWords(value)
}

const LABEL = /^[\p{L} -]*(?:passwor[dt]|kennwort)[\p{L} -]*[!.]?$/iu

/** Shorter ones may be names of keys. */
const LETTERS_OF_KEY = 12

/** `Tide.Quay5849`: no member of an object is called so. */
const TWO_NAMES_AND_DIGITS = /^[A-Z][a-z]+\.[A-Z][a-z]+\d{3,}[!?#$%&*]?$/

const NAME_OF_FILE =
  /\.(?:[cm]?[jt]sx?|jsonl?|ya?ml|toml|ini|cfg|conf|env|md|txt|log|py|rb|go|rs|java|kt|php|cs|sh|sql|csv|html?|css|xml|lock|pem|key|crt|zip|t?gz|png|svg)$/i

/** Names of files, paths, addresses, members of objects, and identifiers that speak of ways to log in. */
const isNameOfSomething = (value: string): boolean =>
  isMadeOfWords(value) &&
  !TWO_NAMES_AND_DIGITS.test(value) &&
  (NAME_OF_FILE.test(value) ||
    /^(?:[./~]|[a-z][a-z0-9+]*:\/\/)/i.test(value) ||
    /^[A-Za-z_$][\w$]*(?:\??\.|->|::)/.test(value) ||
    SPEAKS_OF_ITSELF.test(value))

/** What says of itself that it names a way to log in, or something about one: `mTLS-v1-certificate`. */
const SPEAKS_OF_ITSELF =
  /passw(?:or)?d|secret|token|login|label|error|message|certificate|credential/i

/** Four times four letters, as Apple and Google make them for apps: parted by dashes or blanks, and hardly words. */
const isAppPassword = (value: string): boolean =>
  /^[a-z]{4}([- ])(?:[a-z]{4}\1){2}[a-z]{4}$/.test(value) &&
  !isPlaceholder(value) &&
  value.split(/[- ]/).some((part) => !/[aeiou]/.test(part) || /[^aeiouy]{3}/.test(part)) &&
  !/pass|word|code|your|user/.test(value)

/** `abcdef.0123456789abcdef`: with it a node joins a cluster of Kubernetes. */
export const letsNodeIn = (value: string): boolean =>
  /^[a-z0-9]{6}\.(?=[a-z]*\d)[a-z0-9]{16}$/.test(value)

/** The test of a value beside a secret's name; also for fields of parsed JSON, where name and value stand apart. */
export const acceptsNamed = (name: string, value: string): boolean => {
  // `pwd` is also what shells call the folder they are in.
  if (/^pwd$/i.test(name)) return !/[\s/~]/.test(value) && isRandomEnough(value)
  // So is `pass` the word of test runners for what went well.
  if (/^pass$/i.test(name))
    return /^(?=.*\d)\S+$/.test(value) && !isMadeOfWords(value) && isPasswordLike(value)
  if (isPasswordName(name) && isAppPassword(value)) return true
  if (isPasswordName(name))
    return (
      (isPasswordLike(value) && (!/\s/.test(value) || /phrase/i.test(name))) ||
      isLettersAtRandom(value)
    )
  return (
    !/\s/.test(value) &&
    (isRandomEnough(value) ||
      isWordNumberWord(value) ||
      letsNodeIn(value) ||
      (value.length >= LETTERS_OF_KEY && isLettersAtRandom(value)))
  )
}
