import { isLikelyPassword } from './everyday/chosen-passwords.ts'
import type { Rule } from './redaction.types.ts'
import { acceptsNamed, isNameOfKey, isRandomEnough, isSecretName } from './secret-names.ts'
import { inFront, SLASHES } from './surroundings.ts'

/** A text in quotes as one of several arguments, and what else one may be: no call, and nothing of several lines. */
const Q = `${SLASHES}["'\`]`
const ARGUMENT = `(?:[bruf]{0,2}${Q}[^"'\`\\n\\\\]{0,160}${Q}|[\\w.$:>\\[\\]-]{1,80})\\s{0,2},\\s{0,4}`
const OPEN = `[bruN]?${Q}`
const CLOSE = `(?=${Q})`
const TEXT = (least: number): string => `(?<secret>[^"'\`\\s\\\\]{${least},300})`

const isPassword = (secret: string): boolean => acceptsNamed('password', secret)
/** More than a word with a number: names of users and paths stand in such calls as well. */
const isSurePassword = (secret: string): boolean =>
  isPassword(secret) &&
  !/^[/.@#]|\s|@[\w-]+\.\w/.test(secret) &&
  (isRandomEnough(secret) || /^[A-Za-z]{4,}\d{2,4}[!#$%&*?]{0,2}$/.test(secret))

/** `name(…, "X")`: what stands as the argument at that place. */
const argument = (
  anchors: readonly string[],
  head: string,
  {
    skip,
    least,
    accepts,
  }: { skip: [number, number]; least: number; accepts: Rule['accepts'] & {} },
): Rule => ({
  name: 'argument',
  anchors,
  ignoresCase: true,
  pattern: new RegExp(
    `${head}\\s{0,4}(?:${ARGUMENT}){${skip.join()}}${OPEN}${TEXT(least)}${CLOSE}`,
    'iy',
  ),
  accepts,
})

/** Secrets that code hands to a function, which says what they are by its name alone. */
export const CALL_RULES: readonly Rule[] = [
  argument(
    [
      'setbasicauth(',
      'httpbasicauth(',
      'basic_auth(',
      'auth=(',
      'networkcredential(',
      'passwordauthentication(',
    ],
    '(?:(?:set|http)basicauth\\(|basic_auth\\(|auth=\\(|networkcredential\\(|passwordauthentication\\()',
    { skip: [1, 1], least: 4, accepts: isPassword },
  ),
  argument(
    ['usernamepasswordcredential', 'usernamepasswordtoken'],
    'usernamepassword(?:credentials?|(?:authentication)?token)\\(',
    {
      skip: [1, 1],
      least: 4,
      accepts: isPassword,
    },
  ),
  argument(
    [
      ...['.login(', '.auth(', '.authenticate(', ' login(', '(login(', '.signin(', '.logon('],
      ...['loginas(', 'login_as(', 'sign_in(', 'signinas(', 'log_in(', 'signin(', '\nlogin('],
    ],
    '[.( \\n]?(?:login(?:_?as)?|auth|authenticate|sign_?in(?:as)?|log_in|logon)\\(',
    {
      skip: [1, 1],
      least: 6,
      accepts: (secret) => isSurePassword(secret) || isLikelyPassword(secret),
    },
  ),
  argument(
    ['new pdo(', 'mysqli_connect(', 'new mysqli(', 'drivermanager.get'],
    '(?:new pdo\\(|mysqli_connect\\(|new mysqli\\(|drivermanager\\.getconnection\\()',
    { skip: [1, 2], least: 4, accepts: isSurePassword },
  ),
  argument(['_superuser('], '_superuser\\(', {
    skip: [1, 2],
    least: 6,
    accepts: isSurePassword,
  }),
  argument(
    ['bcrypt.', 'hashpw(', 'password_hash(', 'password_verify('],
    '(?:bcrypt\\.(?:hash|hashsync|compare|comparesync|verify|generatefrompassword|hashpw|checkpw)\\(|hashpw\\(|password_(?:hash|verify)\\()(?:\\[\\]byte\\()?',
    { skip: [0, 0], least: 6, accepts: isPassword },
  ),
  argument(
    ['jwt.sign(', 'jwt.encode(', 'jwt.decode(', 'jwt.verify('],
    'jwt\\.(?:sign|encode|decode|verify)\\((?:\\{[^{}]{0,300}\\}\\s{0,2},)?',
    {
      skip: [0, 1],
      least: 12,
      accepts: (secret) => isSigningKey(secret),
    },
  ),
  argument(['hmac(', 'cipheriv('], '(?<=create(?:de)?)(?:hmac|cipheriv)\\(', {
    skip: [1, 1],
    least: 12,
    accepts: (secret) => isSigningKey(secret),
  }),
  argument(
    ['hmac.new(', 'fernet(', 'aes.new(', 'hs256('],
    '(?:hmac\\.new\\(|fernet\\(|aes\\.new\\(|hs256\\()',
    {
      skip: [0, 0],
      least: 12,
      accepts: (secret) => isSigningKey(secret),
    },
  ),
  argument(['totp('], 'totp\\(', {
    skip: [0, 0],
    least: 16,
    accepts: (secret) => /^[A-Z2-7]{16,64}$/.test(secret) && /[2-7]/.test(secret),
  }),
  {
    // buildConfigField("String", "API_KEY", "\"X\"") of Gradle
    name: 'argument',
    anchors: ['buildConfigField'],
    pattern: new RegExp(
      `buildConfigField[ (]{1,2}${Q}\\w{1,20}${Q},\\s{0,2}${Q}(?<name>\\w{2,80})${Q},\\s{0,2}(?:${Q}){1,2}(?<secret>[^"'\\s\\\\]{12,300})`,
      'y',
    ),
    accepts: (secret, { groups }) => {
      const name = groups?.['name'] ?? ''
      return isSecretName(name)
        ? acceptsNamed(name, secret)
        : isNameOfKey(name) && isRandomEnough(secret)
    },
  },
  {
    // btoa("name:X"), where a header is made of it.
    name: 'argument',
    anchors: ['toa(', '64encode(', 'Buffer.from(', '[]byte('],
    pattern: new RegExp(
      `(?:(?<=b)toa\\(|64encode\\(|Buffer\\.from\\(|\\[\\]byte\\()b?${Q}[\\w.@-]{1,60}:(?<secret>[^"'\`\\s\\\\:/]{6,200})${CLOSE}`,
      'y',
    ),
    accepts: (secret, match) => {
      const end = match.index + match[0].length
      const around = inFront(match, 120) + match.input.slice(end, end + 60)
      return isSurePassword(secret) && /basic|auth|base64|64encode|toa\(/i.test(around + match[0])
    },
  },
]

/** Not the name of an algorithm or of what is signed. */
function isSigningKey(secret: string): boolean {
  return (
    isRandomEnough(secret) &&
    !/^eyJ|^[\w-]{1,20}\.[\w-]{1,20}$|^(?:aes|sha|des|rsa)-?\d/i.test(secret)
  )
}
