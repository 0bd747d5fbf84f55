import { isPlaceholder } from './placeholders.ts'
import type { Rule } from './redaction.types.ts'
import { isRandomEnough } from './secret-names.ts'
import { SLASHES } from './surroundings.ts'

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
    ],
    ignoresCase: true,
    pattern: new RegExp(
      `[^\\n]{4,40}?(?:(?<![A-Za-z])|(?<=%3[dD]))(?<secret>${SHORT})(?![\\w-])`,
      'y',
    ),
    accepts: (secret) => !isPlaceholder(secret),
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
