import type { Rule } from './redaction.types.ts'
import { isRandomEnough } from './secret-names.ts'
import { inFront, SLASHES } from './surroundings.ts'

const QUOTE = `(?:${SLASHES}["'\`])?`
/** 256 bits as `base64url` writes them, and no more of a longer word. */
const CODE = '(?<![\\w/+=.-])(?<secret>[A-Za-z0-9_-]{43})(?![\\w/+=-]|\\.\\w)'
const OPTION = '--[a-z-]{1,30}(?:[ =](?!-)[^\\s"\']{1,200})?\\s{1,4}'

/** Codes of invitations, where no address stands around them. */
export const INVITATION_RULES: readonly Rule[] = [
  {
    // `lore join X`, `['lore', 'join', 'X']`
    name: 'invitation',
    anchors: ['join ', 'join"', "join'", 'join\\'],
    pattern: new RegExp(
      `(?<![\\w.])join(?:${QUOTE}\\s{0,2},\\s{0,4}|\\s{1,4})(?:${OPTION}){0,3}${QUOTE}${CODE}`,
      'y',
    ),
    accepts: isCode,
  },
  {
    name: 'invitation',
    anchors: ['invitation', 'invite', 'join code', 'einladung'],
    ignoresCase: true,
    pattern: new RegExp(`(?:invitation|invite|join code|einladung)[^\\n]{0,60}?${CODE}`, 'iy'),
    accepts: (secret, match) =>
      isCode(secret) &&
      !/\b(?:hash|hashed|sha\d*|digest|fingerprint)\b/i.test(inFront(match, 40) + match[0]),
  },
]

function isCode(secret: string): boolean {
  return /[a-z]/.test(secret) && /[A-Z]/.test(secret) && isRandomEnough(secret)
}
