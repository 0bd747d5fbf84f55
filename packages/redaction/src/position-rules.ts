import { CALL_RULES } from './call-rules.ts'
import { COMMAND_RULES } from './command-rules.ts'
import { CONNECTION_RULES } from './connection-rules.ts'
import { shannonEntropy } from './entropy.ts'
import { EXPORT_RULES } from './export-rules.ts'
import { FORM_RULES } from './form-rules.ts'
import { LOGIN_RULES } from './login-rules.ts'
import { ONE_TIME_RULES } from './one-time-rules.ts'
import { isPlaceholder } from './placeholders.ts'
import { QUOTED_RULES } from './quoted-rules.ts'
import type { Rule } from './redaction.types.ts'
import { acceptsNamed, isRandomEnough, NO_SECRET_KEY } from './secret-names.ts'
import { SQL_RULES } from './sql-rules.ts'
import {
  BEGINS_HERE,
  BEGINS_IN_NAME,
  BETWEEN,
  inFront,
  NEXT_LINE,
  SLASHES,
} from './surroundings.ts'
import { WEBHOOK_RULES } from './webhook-rules.ts'

/** Secrets known by where they stand in an address or a header. */
const ON_THE_WIRE: readonly Rule[] = [
  {
    name: 'url-password',
    anchors: ['://'],
    pattern: /:\/\/[^\s:@/'"<>`\\[\],]{0,100}:(?<secret>[^\s@/'"<>`\\,]{1,2000})(?=@)/y,
    accepts: (secret) => !isPlaceholder(secret),
  },
  {
    name: 'url-token',
    anchors: ['://'],
    pattern: /:\/\/(?<secret>[A-Za-z0-9_-]{20,200})(?=@)/y,
    accepts: (secret) => /\d/.test(secret) && shannonEntropy(secret) > 3,
  },
  {
    name: 'jwt',
    anchors: ['eyJ'],
    pattern: new RegExp(
      `${BEGINS_IN_NAME}eyJ[A-Za-z0-9_-]{8,4000}\\.(?:eyJ)?[A-Za-z0-9_-]{8,8000}\\.[A-Za-z0-9_-]{8,2000}(?:\\.[A-Za-z0-9_-]{8,8000}\\.[A-Za-z0-9_-]{8,200})?`,
      'y',
    ),
  },
  {
    name: 'authorization',
    anchors: ['authorization'],
    ignoresCase: true,
    pattern:
      /authorization\\{0,7}["'`]?\]?(?:\s{0,4}[:=,]\s{0,4}(?:f(?=\\{0,7}["']))?|\s(?=\\{0,7}["'](?:basic|bearer)\s))\\{0,7}["'`]?(?:(?<scheme>basic|bearer|token|apikey|digest|negotiate)\s{1,4})?(?<secret>[A-Za-z0-9._~+/=-]{12,4000})/iy,
    accepts: acceptsAuthorization,
  },
  {
    name: 'bearer',
    anchors: ['bearer'],
    ignoresCase: true,
    pattern: new RegExp(`${BEGINS_HERE}bearer\\s{1,4}(?<secret>[A-Za-z0-9._~+/=-]{16,4000})`, 'iy'),
    accepts: (secret) => isRandomEnough(secret),
  },
  {
    name: 'cookie',
    anchors: ['cookie'],
    ignoresCase: true,
    pattern:
      /cookie[^\n]{1,300}?(?:sess|sid|auth|token|jwt|remember|csrf|xsrf)[\w.-]{0,20}=(?<secret>[A-Za-z0-9%._~+/=-]{16,4000})/iy,
    accepts: (secret) => isRandomEnough(secret),
  },
  {
    // What an app of one-time passwords is set up with.
    name: 'otpauth',
    anchors: ['otpauth://'],
    ignoresCase: true,
    pattern:
      /otpauth:\/\/[th]otp\/[^\s"'`<>\\]{0,300}?[?&]secret=(?<secret>[a-z2-7]{16,160}(?![\w-]))/iy,
    accepts: (secret) => !isPlaceholder(secret),
  },
  {
    // The name of an account of Twilio and its token behind it.
    name: 'twilio',
    // Two letters alone would stand nearly everywhere.
    anchors: [...'0123456789abcdef'].map((digit) => `AC${digit}`),
    pattern: new RegExp(
      `${BEGINS_HERE}AC[0-9a-f]{32}${SLASHES}["']?(?::|\\s{0,4},(?:${BETWEEN})?|(?:,|${BETWEEN}|;){1,2}\\s{0,8}${SLASHES}["']?[a-z_]{0,30}(?:auth|tok)[a-z_]{0,12}${SLASHES}["']?\\s{0,2}[:=]\\s{0,2})${SLASHES}["']?(?<secret>[0-9a-f]{32})(?![A-Za-z0-9-])`,
      'iy',
    ),
    accepts: (secret, match) => match[0].startsWith('AC') && isRandomEnough(secret),
  },
  {
    name: 'azure',
    anchors: ['AccountKey=', 'SharedAccessKey='],
    pattern: /(?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/]{40,90}={0,2})/y,
  },
  {
    // What an address is asked with. Ids and names of files stand there as well.
    name: 'url-query',
    anchors: ['?key=', '&key=', '?auth=', '&auth=', '?appid=', '&appid=', '?code=', '&code='],
    pattern: /[?&](?:key|auth|appid|code)=(?<secret>[A-Za-z0-9_-]{20,200})(?![\w.%/:-])/y,
    accepts: (secret, match) =>
      /[a-z]/.test(secret) &&
      (/[A-Z]/.test(secret) || /appid=/.test(match[0])) &&
      isRandomEnough(secret) &&
      shannonEntropy(secret) > 3.2,
  },
  {
    name: 'signed-url',
    anchors: ['?sig=', '&sig='],
    pattern: /[?&]sig=(?<secret>[A-Za-z0-9%+/]{40,120}(?:=|%3D){0,2})/y,
  },
  {
    name: 'signed-url',
    anchors: ['X-Amz-Signature=', 'X-Goog-Signature='],
    pattern: /X-(?:Amz|Goog)-Signature=(?<secret>[0-9a-fA-F]{64,600})/y,
  },
]

/** Secrets in files that belong to one program. */
const IN_FILES: readonly Rule[] = [
  {
    name: 'docker-login',
    anchors: ['"auth'],
    pattern: /"auth\\{0,7}"\s{0,4}:\s{0,4}\\{0,7}"(?<secret>[A-Za-z0-9+/]{12,400}={0,2})/y,
    accepts: isEncodedLogin,
  },
  {
    name: 'npm',
    anchors: ['_auth'],
    pattern: /_auth\s{0,2}=\s{0,2}"?(?<secret>[A-Za-z0-9+/]{12,400}={0,2})/y,
    accepts: isEncodedLogin,
  },
  {
    name: 'netrc',
    anchors: ['login'],
    pattern: new RegExp(
      `login\\s{1,8}[^\\s\\\\]{1,100}${BETWEEN}password\\s{1,8}(?<secret>[^\\s\\\\"]{3,200})`,
      'y',
    ),
    accepts: (secret) => !isPlaceholder(secret),
  },
  {
    // The fields of such a file stand in any order.
    name: 'netrc',
    anchors: ['password '],
    ignoresCase: true,
    pattern: new RegExp(
      `(?<=(?:machine|account)\\s{1,8}[^\\s\\\\]{1,100}${BETWEEN})password\\s{1,8}(?<secret>[^\\s\\\\"]{3,200})`,
      'y',
    ),
    accepts: (secret) => acceptsNamed('password', secret),
  },
  {
    name: 'pgpass',
    anchors: [':5432:'],
    pattern: /:5432:[^:\s]{1,60}:[^:\s]{1,60}:(?<secret>(?:[^\s:\\"]|\\:){3,100})/y,
    accepts: (secret) => !isPlaceholder(secret) && /[^\d]/.test(secret),
  },
  {
    // Ports of poolers and of what runs beside another, and any port.
    name: 'pgpass',
    anchors: [':5433:', ':5434:', ':6432:', ':6543:', ':*:*:'],
    pattern:
      /:(?:543[34]|6432|6543|\*):[^:\s]{1,60}:[^:\s]{1,60}:(?<secret>(?:[^\s:\\"]|\\:){3,100})(?![:\w])/y,
    accepts: (secret) => acceptsNamed('password', secret),
  },
  {
    name: 'npm',
    anchors: ['npmAuthIdent'],
    pattern: /npmAuthIdent\\{0,7}["']?: \\{0,7}["']?[\w.@-]{1,80}:(?<secret>[^\s"'\\]{4,200})/y,
    accepts: (secret) => !isPlaceholder(secret),
  },
  {
    // The salts of WordPress, of all signs there are.
    name: 'assignment',
    anchors: ["_KEY'", "_SALT'"],
    pattern: /_(?:KEY|SALT)',\s{1,20}'(?<secret>[^'\n]{32,120})(?=')/y,
    accepts: (secret, match) =>
      /define\(\s?'(?:SECURE_AUTH|AUTH|LOGGED_IN|NONCE)$/.test(inFront(match, 30)) &&
      !/^put your|\.{3}|x{5}/i.test(secret) &&
      /\d/.test(secret),
  },
  {
    // As `crypt` writes them: /etc/shadow, files of htpasswd.
    name: 'password-hash',
    anchors: ['$1$', '$5$', '$6$', '$apr1$'],
    pattern:
      /\$(?:(?:1|apr1)\$[./\w]{1,8}\$[./A-Za-z0-9]{22}|[56]\$(?:rounds=\d{1,9}\$)?[./\w]{1,16}\$(?:[./A-Za-z0-9]{86}|[./A-Za-z0-9]{43}))(?![./A-Za-z0-9])/y,
  },
  {
    // Those of directories and of `htpasswd -s`.
    name: 'password-hash',
    anchors: ['{SHA', '{SSHA', '{SMD5}'],
    pattern:
      /\{(?:S?SHA(?:256|384|512)?|SMD5)\}(?<secret>[A-Za-z0-9+/]{24,180}={0,2})(?![A-Za-z0-9+/=])/y,
  },
  {
    // The same of newer systems, which tests of code that hashes passwords are full of: only behind a name.
    name: 'password-hash',
    anchors: [':$y$', ':$2y$', ':$2b$', ':$2a$'],
    pattern:
      /:(?<secret>\$(?:y\$[./A-Za-z0-9]{1,6}\$[./A-Za-z0-9]{1,86}\$[./A-Za-z0-9]{43}|2[aby]\$\d\d\$[./A-Za-z0-9]{53}))(?![./A-Za-z0-9])/y,
  },
  {
    name: 'env-key',
    anchors: ['_KEY', '_PAT', '_AUTH', '_SEED', '_CREDS', '_DSN'],
    pattern:
      /_(?:KEY|PAT|AUTH|SEED|CREDS|DSN)[ \t]{0,4}\\{0,7}["']?[=:][ \t]{0,4}\\{0,7}["']?(?<secret>[A-Za-z0-9+/=_.:-]{20,2000})/y,
    accepts: (secret, match) => !NO_SECRET_KEY.test(inFront(match, 40)) && isRandomEnough(secret),
  },
  {
    name: 'private-key',
    anchors: ['LS0tLS1CRUdJTi'],
    pattern: /LS0tLS1CRUdJTi[A-Za-z0-9+/]{60,40000}={0,2}/y,
    accepts: (secret) => decoded(secret.slice(0, 64)).includes('PRIVATE KEY'),
  },
  {
    name: 'private-key',
    anchors: ['Private-Lines:'],
    pattern: new RegExp(
      `Private-Lines: \\d{1,3}(?<secret>(?:${NEXT_LINE}[A-Za-z0-9+/=]{4,80}(?=[\\s"\\\\]|$)){1,100})`,
      'y',
    ),
  },
]

export const POSITION_RULES: readonly Rule[] = [
  ...ON_THE_WIRE,
  ...COMMAND_RULES,
  ...LOGIN_RULES,
  ...SQL_RULES,
  ...ONE_TIME_RULES,
  ...IN_FILES,
  ...EXPORT_RULES,
  ...CONNECTION_RULES,
  ...CALL_RULES,
  ...FORM_RULES,
  ...QUOTED_RULES,
  ...WEBHOOK_RULES,
]

function acceptsAuthorization(secret: string, { groups }: RegExpExecArray): boolean {
  const { scheme = '' } = groups ?? {}
  if (scheme.toLowerCase() === 'basic' && isEncodedLogin(secret)) return true
  return !isPlaceholder(secret) && (/\d/.test(secret) || secret.length >= 32)
}

/** Base64 of `name:password`. */
function isEncodedLogin(secret: string): boolean {
  return /^[ -~]{1,200}:[ -~]{1,200}$/.test(decoded(secret))
}

function decoded(base64: string): string {
  try {
    return atob(
      base64.slice(0, base64.length - (base64.replace(/=/g, '').length % 4 === 1 ? 1 : 0)),
    )
  } catch {
    return ''
  }
}
