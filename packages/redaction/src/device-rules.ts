import { ABBREVIATION } from './everyday/shown-code-rules.ts'
import { isPlaceholder } from './placeholders.ts'
import type { Rule } from './redaction.types.ts'
import { isRandomEnough } from './secret-names.ts'
import { NEXT_LINE, SLASHES } from './surroundings.ts'

const QUOTE = `(?:${SLASHES}["'\`])?`
/** As servers show them: letters that spell no word. */
const SHORT = '[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}'

/** Codes that let a machine in (RFC 8628): the one that a person types, and the one that the machine asks with. */
export const DEVICE_RULES: readonly Rule[] = [
  {
    name: 'device-code',
    anchors: [
      ...['code=', 'code%3d', 'code: ', 'code:', 'code"', "code'", 'code\\', 'code (', 'code is '],
      ...['the code ', 'device code ', 'user code ', 'short code ', 'enter ', '/device '],
      ...['code =', 'code lautet ', 'it shows ', 'device? ', 'approval of ', 'approve '],
      ...['code]', 'code) '],
    ],
    ignoresCase: true,
    pattern: new RegExp(
      `[^\\n]{4,40}?(?:(?<![A-Za-z])|(?<=%3[dD]))(?<secret>${SHORT})(?![\\w-])`,
      'y',
    ),
    accepts: (secret) => !isPlaceholder(secret) && !ABBREVIATION.test(secret),
  },
  {
    // A line of its own, and the codes of GitHub, which have digits.
    name: 'device-code',
    anchors: ['the code:', 'this code:', 'following code:', 'one-time code', 'time code:'],
    ignoresCase: true,
    pattern: new RegExp(
      `(?:the|this|following|time) code(?:: | is |:?(?:${NEXT_LINE}){1,3}|: {0,4})(?<secret>[A-Za-z0-9]{4}-[A-Za-z0-9]{4})(?![\\w-])`,
      'iy',
    ),
    accepts: (secret) => isShown(secret) && !isPlaceholder(secret),
  },
  {
    // Of Microsoft, without a dash.
    name: 'device-code',
    anchors: ['enter the code '],
    pattern: /enter the code (?<secret>[A-Z0-9]{8,9})(?= to authenticate)/y,
    accepts: (secret) => !isPlaceholder(secret),
  },
  {
    name: 'device-code',
    anchors: ['user_code', 'usercode', 'user-code', 'user code'],
    ignoresCase: true,
    pattern: new RegExp(
      `user[ _-]?code${QUOTE}(?: is|\\s{0,2}[:=]{1,2})\\s{0,2}${QUOTE}(?<secret>[A-Z]{8}|[A-Z0-9]{4}-[A-Z0-9]{4})(?![\\w-])`,
      'iy',
    ),
    accepts: (secret) => isDeviceCode('user_code', secret),
  },
  {
    name: 'device-code',
    anchors: ['device_code', 'device code', 'device-code', 'devicecode'],
    ignoresCase: true,
    pattern: new RegExp(
      `device[ _-]?code${QUOTE}(?: is|\\s{0,2}(?:=>|[:=,]{0,3}))\\s{0,2}${QUOTE}(?<secret>[A-Za-z0-9_-]{32,200})(?![\\w-])`,
      'iy',
    ),
    accepts: isRandomEnough,
  },
  {
    // What lets a node into a cluster.
    name: 'bootstrap-token',
    anchors: ['Using token: ', 'bootstrap token ', 'kubeadm'],
    pattern:
      /(?:Using token: |bootstrap token \\{0,7}["'`]?|kubeadm[^\n]{0,200}?[ =])(?<secret>[a-z0-9]{6}\.[a-z0-9]{16})(?![\w.-])/y,
  },
]

/** Capitals and digits, as a page shows one. */
const isShown = (secret: string): boolean => /^[A-Z0-9]{4}-[A-Z0-9]{4}$/.test(secret)

const WORDLESS = new RegExp(`^${SHORT.replace('-', '-?')}$`)

/** Of a field of JSON: what its name and its value say together. */
export const isDeviceCode = (name: string, value: string): boolean => {
  if (/^device_?code$/i.test(name)) return value.length >= 20 && isRandomEnough(value)
  if (/^user_?code$/i.test(name))
    return !isPlaceholder(value) && (WORDLESS.test(value) || (isShown(value) && /\d/.test(value)))
  return name === 'code' && value.includes('-') && WORDLESS.test(value) && !isPlaceholder(value)
}
