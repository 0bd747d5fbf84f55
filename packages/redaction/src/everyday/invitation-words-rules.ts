import type { Rule } from '../redaction.types.ts'
import { isLettersAtRandom, isRandomEnough } from '../secret-names.ts'
import { inFront } from '../surroundings.ts'

/** 256 bits as `base64url` writes them, and no more of a longer word. What it is given to may stand right in front. */
const CODE = '(?:(?<=\\w=)|(?<![\\w/+=.-]))(?<secret>[A-Za-z0-9_-]{43})(?![\\w/+=-]|\\.\\w)'
const LENGTH = 43
/** How far it may stand from the word, in front of it and behind. */
const BEFORE = 120
const BEHIND = 240

/** Where a word has a common beginning it is looked for by its end. An invitation in other languages than those that say `invit`. */
const WORDS = [
  ...['invit', 'einladung', 'einlade', 'convite', 'uitnodiging', 'zaproszeni', 'приглаш', 'запрош'],
  ...['inbjud', 'dbyd', 'davet', 'pozván', 'eghív', 'kutsu', 'ndangan', 'lời mời'],
  ...['招待', '邀请', '邀請'].flatMap((word) => [...' :：码碼コリ链'].map((next) => word + next)),
  ...[' ', ':', '장', '코', '링'].map((next) => `초대${next}`),
]
const JOINING = [
  ...['oincode', 'oin_code', 'oin-code', 'oin code', 'ointoken', 'oin_token', 'oin-token'],
  ...['oin token', 'oinlink', 'oin_link', 'oin link', 'e join ', '"join"', "'join'", 'join\\'],
]

/** Codes of invitations beside a word for one, in whatever language. */
export const INVITATION_WORDS_RULES: readonly Rule[] = [
  {
    name: 'invitation',
    anchors: [...WORDS, ...JOINING],
    ignoresCase: true,
    startOf: (text, at) =>
      startOfRun(text, Math.max(0, at - BEFORE), Math.min(text.length, at + BEHIND)),
    pattern: new RegExp(CODE, 'y'),
    accepts: isCode,
  },
]

/** Where so many signs of a code stand side by side. Only every so manieth place is looked at. */
function startOfRun(text: string, from: number, to: number): number {
  for (let place = from + LENGTH - 1; place < to; place += LENGTH) {
    let start = place
    while (start > from && isSign(text, start - 1)) start -= 1
    let end = place
    while (end < to + LENGTH && isSign(text, end)) end += 1
    if (end - start === LENGTH) return start
  }
  return -1
}

const isSign = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 45 ||
    code === 95
  )
}

function isCode(secret: string, match: RegExpExecArray): boolean {
  return (
    /[a-z]/.test(secret) &&
    /[A-Z]/.test(secret) &&
    (isRandomEnough(secret) || isLettersAtRandom(secret.replace(/[-_]/g, ''))) &&
    !/\b(?:hash|hashed|sha\d*|digest|fingerprint|integrity)\b/i.test(inFront(match, 40) + match[0])
  )
}
