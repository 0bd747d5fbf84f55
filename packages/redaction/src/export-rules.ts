import type { Rule } from './redaction.types.ts'
import { acceptsNamed, isRandomEnough } from './secret-names.ts'
import { BETWEEN, inFront, SLASHES } from './surroundings.ts'

const QUOTE = `${SLASHES}"`
const FIELD = `${QUOTE}\\s{0,2}:\\s{0,2}${QUOTE}`
const NEXT = `${QUOTE},(?:${BETWEEN})?${QUOTE}`
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Secrets in what programs export and print, recognised by the fields beside them. */
export const EXPORT_RULES: readonly Rule[] = [
  {
    // The private part of a JSON Web Key, and one that is shared.
    name: 'jwk',
    anchors: ['"d":', '"k":', '"d\\', '"k\\', '"d" :', '"k" :'],
    pattern: new RegExp(`"[dk]${FIELD}(?<secret>[A-Za-z0-9_-]{22,800})(?=${QUOTE})`, 'y'),
    accepts: (secret, match) => isRandomEnough(secret) && stands(/"kty\\{0,7}"/, match),
  },
  {
    // HAR, and what a browser's state is saved as.
    name: 'cookie',
    anchors: ['"httpOnly', '"httponly'],
    startOf: valueBefore,
    pattern: new RegExp(`"value${FIELD}(?<secret>[^"\\s\\\\]{16,4000})(?=${QUOTE})`, 'y'),
    accepts: isRandomEnough,
  },
  {
    // A file of cookies as `curl -c` writes it.
    name: 'cookie',
    anchors: ['\tTRUE\t/', '\tFALSE\t/', 'tTRUE\\', 'tFALSE\\'],
    pattern:
      /[\tt](?:TRUE|FALSE)(?:\t|\\{1,7}t)\/[^\s\\]{0,80}(?:\t|\\{1,7}t)(?:TRUE|FALSE)(?:\t|\\{1,7}t)\d{1,12}(?:\t|\\{1,7}t)[^\s\\]{1,100}(?:\t|\\{1,7}t)(?<secret>[^\s"'\\]{16,4000})/y,
    accepts: isRandomEnough,
  },
  {
    // aws ssm get-parameter --with-decryption
    name: 'field',
    anchors: ['"SecureString', '"securestring'],
    pattern: new RegExp(
      `"SecureString${NEXT}Value${FIELD}(?<secret>[^"\\s\\\\]{4,4000})(?=${QUOTE})`,
      'y',
    ),
    accepts: (secret) => acceptsNamed('password', secret) && !/^AQ(?:IC|EC)A/.test(secret),
  },
  {
    // az storage account keys list
    name: 'azure',
    anchors: ['"permissions'],
    pattern: new RegExp(
      `"permissions${FIELD}\\w{1,10}${NEXT}value${FIELD}(?<secret>[A-Za-z0-9+/]{86}==)`,
      'iy',
    ),
  },
  {
    name: 'feishu-webhook',
    anchors: ['/open-apis/bot/v2/hook/'],
    pattern: new RegExp(`/open-apis/bot/v2/hook/(?<secret>${UUID})`, 'y'),
  },
  {
    name: 'wecom-webhook',
    anchors: ['/cgi-bin/webhook/send?key='],
    pattern: new RegExp(`/cgi-bin/webhook/send\\?key=(?<secret>${UUID})`, 'y'),
  },
  {
    name: 'zapier-webhook',
    anchors: ['hooks.zapier.com/hooks/catch/'],
    pattern:
      /hooks\.zapier\.com\/hooks\/catch\/(?<secret>\d{4,10}\/[a-z0-9]{6,12})(?![A-Za-z0-9])/y,
  },
  {
    // Tokens of Vault before it marked them.
    name: 'vault',
    anchors: ['ault-token', 'ault_token'],
    ignoresCase: true,
    pattern:
      /ault[-_]token\\{0,7}["']?\s{0,2}[:=]\s{0,2}\\{0,7}["']?(?<secret>s\.[A-Za-z0-9]{24})(?![\w.-])/iy,
  },
]

/** The field in front, of the same object. */
function valueBefore(text: string, at: number): number {
  const from = Math.max(0, at - 4_400)
  const before = text.slice(from, at)
  const value = before.lastIndexOf('"value')
  return value < 0 || before.lastIndexOf('}') > value ? -1 : from + value
}

/** Near enough for one object, wherever in it. */
function stands(pattern: RegExp, match: RegExpExecArray): boolean {
  const end = match.index + match[0].length
  const behind = match.input.slice(end, end + 3_000)
  return pattern.test(inFront(match, 1_600)) || pattern.test(behind)
}
