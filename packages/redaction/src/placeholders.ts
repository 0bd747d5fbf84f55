const WHOLE =
  /^(?:null|undefined|none|nil|true|false|string|number|boolean|required|optional|unset|missing|secret|passw(?:or)?d|pass|pwd|pw|token|test|auto|default|inherit|prompt|hidden|masked|empty|anonymous)$|^!(?:vault|sub|getatt|importvalue|findinmap|join|select|reference|secret|include|env(?:_var)?)$|^(.)\1*$/i
const BEGINNING =
  /^(?:[$%<{*[#]|x{3,}|\.{3}|process\.env|import\.meta|os\.|env[.(]|ENV\[|your|example|placeholder|change[-_]?me|replace[-_]?(?:me|with)|insert|redacted|dummy|fake|sample|todo|function|async|await|typeof|abcdef|abc123|123456|012345|deadbeef|foobar|file:|vault:|secret(?:ref)?:|ref\+|op:\/\/|arn:)/i
const INSIDE =
  /x{5,}|X{4,}|\*{3}|\.{3}|\u2026|EXAMPLE|\$\{|\{\{|<[a-z]|%[A-Z_]{3,}%|your[-_]|_here\b|-here\b/

/** What stands where a secret would: variables, examples, stars, types, references to where the secret really is. */
export const isPlaceholder = (value: string): boolean =>
  WHOLE.test(value) || BEGINNING.test(value) || INSIDE.test(value)

/** `req.body.password2`, `$config->token`. */
const CHAIN_OF_NAMES = /^[A-Za-z_$][\w$]*(?:(?:\??\.|->|::)[A-Za-z_$][\w$]*)+$/
const SEPARATORS = /[-_.:/@,+=~]+/
const WORD = /^(?:[a-z]{1,3}|[a-z]*[aeiouy][a-z]*|[A-Z]{1,3}|[A-Z]*[AEIOUY][A-Z]*|[A-Z][a-z]*)$/
const IS_NUMBER = /^v?\d{1,4}$/i
const NAMES_A_SECRET = /passw(?:or)?d|passphrase|secret|token|key|cred|auth/i

/**
 * A value made of words and small numbers, as names, paths, versions and identifiers are: `db-credentials-v2`,
 * `/run/secrets/db`, `getOauth2Token`.
 */
export const isMadeOfWords = (value: string): boolean => {
  if (CHAIN_OF_NAMES.test(value) && !value.split(SEPARATORS).some(isNoName)) return true
  if (/^(?:[a-z][a-z0-9+]*:\/\/|urn:)/i.test(value)) return true
  const parts = value.split(SEPARATORS).filter((part) => part !== '')
  if (parts.length === 0 || parts.length > 20) return parts.length === 0
  return parts.every(isWordOrNumber)
}

/** `rhtM6yi`, as a generated password has it beside its dot: digits within, and pieces too short for words. */
const isNoName = (part: string): boolean => {
  const isMixed = part.length >= 5 && /[a-z]/.test(part) && /[A-Z]/.test(part)
  if (!isMixed || !/[A-Za-z]\d+[A-Za-z]/.test(part)) return false
  const pieces = wordsOf(part)
  return !areWords(part) || (pieces.length > 2 && pieces.join('').length <= 2 * pieces.length)
}

/** Words may be joined as in camelCase and end in up to three digits. */
const isWordOrNumber = (part: string): boolean => {
  if (IS_NUMBER.test(part)) return true
  const digits = part.match(/\d+/g) ?? []
  if (digits.length > 1 || (digits[0]?.length ?? 0) > 3) return false
  if (digits.length === 1 && !/\d$/.test(part) && !NAMES_A_SECRET.test(part)) return false
  return areWords(part)
}

const wordsOf = (part: string): string[] =>
  part
    .replace(/\d+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
    .split(' ')

/** `mTLS`, `eBPF`, `vCPUs`: a small letter in front of an abbreviation. */
const ABBREVIATED = /^[a-z][A-Z]{2,4}s?$/

const areWords = (part: string): boolean => {
  if (ABBREVIATED.test(part)) return true
  const words = wordsOf(part)
  return words.length <= Math.max(1, part.length / 2.5) && words.every((word) => WORD.test(word))
}

const SHAPE =
  /^(?<first>[A-Z][a-z]{3,})(?<sign>[-_.])\d{2,4}\k<sign>(?<last>[A-Za-z][a-z]{2,})[!?#$%&*]?$/

/** What is numbered and goes on with a word: systems, programs, parts of a text, steps of work. */
const NUMBERED =
  /^(?:ubuntu|debian|fedora|alpine|centos|rocky|windows|android|macos|python|node|nodejs|java|openjdk|temurin|php|ruby|golang|rust|postgres|postgresql|mysql|mariadb|redis|valkey|mongo|nginx|apache|chrome|chromium|firefox|safari|angular|vue|react|next|django|rails|laravel|spring|llama|claude|gemini|mistral|qwen|version|release|build|sprint|phase|step|stage|section|chapter|page|line|part|table|figure|issue|ticket|task|story|epic|pull|request|merge|case|test|level|tier|area|zone|region|room|team|group|user|plan|week|month|year|quarter|january|february|march|april|june|july|august|september|october|november|december|model|type|class|series|error|status|code|http|https|base|sha|token|secret|password|key)$/i
const ABOUT =
  /^(?:slim|alpine|bullseye|bookworm|buster|jammy|noble|focal|server|desktop|client|beta|alpha|stable|latest|final|draft|release|version|build|certificate|cert|token|secret|password|key|hash|user|name|file|test|bit|bits|days|hours|minutes|seconds|times|chars|bytes|percent|items|lines|pages|notes|fix|update|patch)$/i

/** `Halyard-99-knot`: a word, a number and a word, as people and programs put a password together. */
export const isWordNumberWord = (secret: string): boolean => {
  const { first = '', last = '' } = SHAPE.exec(secret)?.groups ?? {}
  return first !== '' && !NUMBERED.test(first) && !ABOUT.test(last) && !isPlaceholder(secret)
}
