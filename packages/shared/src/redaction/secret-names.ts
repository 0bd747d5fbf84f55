import { shannonEntropy } from './entropy.ts'

const PASSWORD_WORDS = 'password|passwd|passphrase|pwd'
const TOKEN_WORDS =
  'secret|token|credentials?|api[_-]?key|access[_-]?key|private[_-]?key|encryption[_-]?key|signing[_-]?key|master[_-]?key|account[_-]?key|license[_-]?key'

/** Words that make a name the name of a secret, as a source for case-insensitive patterns. */
export const SECRET_WORDS = `${PASSWORD_WORDS}|${TOKEN_WORDS}`

const ABOUT_A_SECRET =
  /_(?:names?|ids?|types?|counts?|paths?|files?|dirs?|urls?|uris?|length|limits?|usage|arn|expir\w*|ttl|size|max|min|budget|used|total|hint|label|field|prefix|suffix|pattern|regex|rules?|policy|policies|rounds|ref|version|status|source|provider|store|manager|service|input|output|error|schema|format|scopes?|endpoint|rotation|env|var|required|enabled|disabled|valid|present)$/i

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

const NAME = new RegExp(`(?:${SECRET_WORDS})(?<suffix>[A-Za-z0-9_-]{0,30})$`, 'i')

/** True for `password`, `DB_PASSWORD`, `githubToken`; false for `token_count`, `tokenizer`, `file_path`. */
export const isSecretName = (name: string): boolean => {
  const { suffix } = (name.length > 120 ? null : NAME.exec(name))?.groups ?? {}
  return suffix !== undefined && isSecretSuffix(suffix)
}

const PASSWORD = new RegExp(PASSWORD_WORDS, 'i')
export const isPasswordName = (name: string): boolean => PASSWORD.test(name)

const PLACEHOLDER =
  /^(?:[$%<{*[]|x{3,}|\.{3}|process\.env|import\.meta|os\.|env[.(]|your|example|placeholder|change[-_]?me|insert|redacted|function|async|await|typeof)|^(?:null|undefined|none|nil|true|false|string|number|boolean|required|optional|unset|missing|secret|password|token|test)$|^(.)\1*$/i

/** Words that stand where a secret would: variables, examples, stars, types. */
export const isPlaceholder = (value: string): boolean => PLACEHOLDER.test(value)

const CHAIN_OF_NAMES = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/

/** A value random enough to be a key: letters and digits, no word, no number, no chain of names. */
export const isRandomEnough = (value: string): boolean =>
  value.length >= 8 &&
  /\d/.test(value) &&
  /[A-Za-z]/.test(value) &&
  !isPlaceholder(value) &&
  !CHAIN_OF_NAMES.test(value) &&
  shannonEntropy(value) >= (value.length < 16 ? 2.5 : 3)

/** A password someone chose: shorter and less random than a key, but more than one plain word. */
export const isPasswordLike = (value: string): boolean => {
  if (value.length < 6 || isPlaceholder(value) || CHAIN_OF_NAMES.test(value)) return false
  if (/\d/.test(value)) return true
  return /[^A-Za-z_\s-]/.test(value) || (/[a-z]/.test(value) && /[A-Z]/.test(value.slice(1)))
}
