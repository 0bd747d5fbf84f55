import { shannonEntropy } from './entropy.ts'
import type { Rule } from './redaction.types.ts'
import {
  isPasswordLike,
  isPasswordName,
  isPlaceholder,
  isRandomEnough,
  isSecretSuffix,
  SECRET_WORDS,
} from './secret-names.ts'

/** A value in quotes, or bare up to what ends a value in code, shells and configuration files. */
const BARE = '[^\\s"\'`,;<>()\\[\\]{}\\\\|&]'
const VALUE = `(?:\\\\{0,3}"(?<double>[^"\\\\\\n]{6,300})|\\\\{0,3}'(?<single>[^'\\\\\\n]{6,300})|\`(?<tick>[^\`\\n]{6,300})|(?<bare>${BARE}{6,300})(?!${BARE}|[(\\[]))`

const HINTS_OF_ASSIGNMENT = [
  ...['assw', 'assW', 'ASSW', 'assphrase', 'ASSPHRASE', 'pwd', 'PWD', 'Pwd', 'ecret', 'ECRET'],
  ...['oken', 'OKEN', 'redential', 'REDENTIAL', 'key', 'Key', 'KEY'],
]
/** Any of those words with an equals sign or a colon soon after it. */
const TRIGGER_OF_ASSIGNMENT = String.raw`(?:[Pp]ass[wWpP]|PASS[WP]|[Pp]wd|PWD|[Ss]ecret|SECRET|[Tt]oken|TOKEN|[Cc]redential|CREDENTIAL|[Kk]ey|KEY)[\w-]{0,30}[\\"'\x60\]]{0,5}\s{0,4}[:=]`

/** Secrets known by where they stand: in a URL, a header, behind `PASSWORD=`, in a command line. */
export const POSITION_RULES: readonly Rule[] = [
  {
    name: 'url-password',
    hints: ['://'],
    trigger: ':\\/\\/[^\\s/@"\'<>]{1,300}@',
    pattern: /:\/\/[^\s:@/'"<>`\\[]{0,100}:(?<secret>[^\s@/'"<>`\\]{1,200})(?=@)/g,
    accepts: (secret) => !isPlaceholder(secret),
  },
  {
    name: 'url-token',
    hints: ['://'],
    trigger: ':\\/\\/[^\\s/@"\'<>]{1,300}@',
    pattern: /:\/\/(?<secret>[A-Za-z0-9_-]{20,200})(?=@)/g,
    accepts: (secret) => /\d/.test(secret) && shannonEntropy(secret) > 3,
  },
  {
    name: 'jwt',
    hints: ['eyJ'],
    pattern:
      /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,4000}\.eyJ[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{8,2000}/g,
  },
  {
    name: 'authorization',
    hints: ['uthorization', 'UTHORIZATION'],
    pattern:
      /authorization\\{0,3}["'`]?\s{0,4}[:=,]\s{0,4}\\{0,3}["'`]?(?:(?:basic|bearer|token|apikey|digest|negotiate)\s{1,4})?(?<secret>[A-Za-z0-9._~+/=-]{12,4000})/gi,
    accepts: (secret) => !isPlaceholder(secret) && (/\d/.test(secret) || secret.length >= 32),
  },
  {
    name: 'bearer',
    hints: ['earer', 'EARER'],
    pattern: /\bbearer\s{1,4}(?<secret>[A-Za-z0-9._~+/=-]{16,4000})/gi,
    accepts: (secret) => isRandomEnough(secret),
  },
  {
    name: 'azure',
    hints: ['AccountKey=', 'SharedAccessKey='],
    pattern: /(?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/]{40,90}={0,2})/g,
  },
  {
    name: 'azure',
    hints: ['sig='],
    pattern: /[?&]sig=(?<secret>[A-Za-z0-9%+/]{40,120}(?:=|%3D){0,2})/g,
  },
  {
    name: 'assignment',
    hints: HINTS_OF_ASSIGNMENT,
    trigger: TRIGGER_OF_ASSIGNMENT,
    pattern: new RegExp(
      `(?<word>${SECRET_WORDS})(?<suffix>[A-Za-z0-9_-]{0,30})\\\\{0,3}["'\`]?\\]?\\s{0,4}(?:=>|:=|={1,3}|:)\\s{0,4}${VALUE}`,
      'gi',
    ),
    accepts: acceptsAssignment,
  },
  {
    name: 'docker-login',
    hints: ['"auth'],
    pattern: /\\{0,3}"auth\\{0,3}"\s{0,4}:\s{0,4}\\{0,3}"(?<secret>[A-Za-z0-9+/]{12,400}={0,2})/g,
    accepts: isEncodedLogin,
  },
  {
    name: 'env-key',
    hints: ['_KEY'],
    pattern:
      /^[ \t]{0,8}(?:export[ \t]{1,4})?[A-Z][A-Z0-9_]{0,60}_KEY[ \t]{0,4}=[ \t]{0,4}["']?(?<secret>[A-Za-z0-9+/=_.:-]{20,300})/gm,
    accepts: (secret, match) => !/PUBLIC/.test(match[0]) && isRandomEnough(secret),
  },
  {
    name: 'command-line',
    hints: ['--'],
    trigger: `--[a-z0-9-]{0,40}(?:${SECRET_WORDS})[ \\t]`,
    pattern: new RegExp(
      `--(?:[a-z0-9]{1,15}-){0,3}(?<word>${SECRET_WORDS})[ \\t]{1,4}${VALUE}`,
      'gi',
    ),
    accepts: acceptsAssignment,
  },
  {
    name: 'command-line',
    hints: ['curl', 'wget'],
    trigger: '\\s-(?:u|-user)[ =]',
    pattern: /\s(?:-u|--user)[ =]{0,2}["']?[^\s:'"]{1,80}:(?<secret>[^\s'"@]{3,200})/g,
    accepts: (secret) => !isPlaceholder(secret),
  },
  {
    name: 'netrc',
    hints: ['login'],
    trigger: '\\blogin\\s{1,8}\\S{1,100}\\s{1,8}password',
    pattern: /\blogin\s{1,8}\S{1,100}\s{1,8}password\s{1,8}(?<secret>\S{3,200})/g,
    accepts: (secret) => !isPlaceholder(secret),
  },
]

function acceptsAssignment(secret: string, match: RegExpExecArray): boolean {
  const { word = '', suffix = '' } = match.groups ?? {}
  return isSecretSuffix(suffix) && acceptsNamed(word, secret)
}

/** The gate behind a telling name; also for fields of parsed JSON, where name and value stand apart. */
export function acceptsNamed(name: string, value: string): boolean {
  // `pwd` is also what shells call the folder they are in.
  if (/^pwd$/i.test(name)) return !/[\s/~]/.test(value) && isRandomEnough(value)
  if (isPasswordName(name))
    return isPasswordLike(value) && (!/\s/.test(value) || /phrase/i.test(name))
  return !/\s/.test(value) && isRandomEnough(value)
}

/** Base64 of `name:password`. */
function isEncodedLogin(secret: string): boolean {
  try {
    return /^[ -~]{1,200}:[ -~]{1,200}$/.test(atob(secret))
  } catch {
    return false
  }
}
