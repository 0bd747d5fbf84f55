import { isMadeOfWords } from './placeholders.ts'
import type { Rule } from './redaction.types.ts'
import {
  acceptsNamed,
  isLettersAtRandom,
  isNameOfKey,
  isPublicPart,
  isRandomEnough,
  isSecretName,
} from './secret-names.ts'
import {
  BLOCK_SIGN,
  EMPTY_LINES,
  inFront,
  NEXT_LINE,
  SLASHES,
  WHOLE_LINE_END,
} from './surroundings.ts'

const INDENT = '(?<indent>(?:[ \\t]|\\\\{1,7}t){1,24})'
const WORD = '[A-Za-z0-9+/_.~!@#%^*?=-]{1,400}'
/** No item of a list, no name in front of a value. */
const PLAIN_WORD = '(?![-?!&*#%@`|>])[A-Za-z0-9+/_.~!@#%^*?=:$&-]{6,400}(?<!:)'
const NEXT = `${WHOLE_LINE_END}\\k<indent>`
/** The end of the block: of the text, or a line that is not moved in as far. */
const END = `(?:[ \\t]|\\\\{1,7}t){0,8}(?:$|["'\`]|\\r(?!\\n)|\\\\{1,7}t|\\\\{1,7}r(?!\\\\)|(?!${NEXT})${WHOLE_LINE_END})`

/** Secrets in a block of YAML that has several lines. One of a single line is found by the rules of assignments. */
export const BLOCK_RULES: readonly Rule[] = [
  {
    // `client_secret: |` and lines of one word each, to the end of what is moved in as far as the first.
    name: 'assignment',
    anchors: [': |', ': >', ':  ', ': !'],
    pattern: new RegExp(
      `:${BLOCK_SIGN}${EMPTY_LINES}${WHOLE_LINE_END}${INDENT}(?<secret>${WORD}(?:${NEXT}${WORD}){1,120})(?=${END})`,
      'y',
    ),
    accepts: (secret, match) =>
      isNamedSecret(match) && isKeyOfLines(secret.split(BETWEEN_LINES).filter(Boolean)),
  },
  {
    // `client_secret:` and the value beneath it, in one line or several, without a sign.
    name: 'assignment',
    anchors: [...'dtnsyDTNSY'].flatMap((last) =>
      [':\n', ':\r', ':\\n', ':\\r', ':\\\\'].map((end) => last + end),
    ),
    startOf: (_, at) => at + 1,
    pattern: new RegExp(
      `:(?=[\\r\\n]|\\\\{1,7}[rn])${WHOLE_LINE_END}${INDENT}${SLASHES}["']?(?<secret>${PLAIN_WORD}(?:${NEXT}${PLAIN_WORD}){0,120})(?=${SLASHES}["']?${END})`,
      'y',
    ),
    accepts: (secret, match) => {
      const lines = secret.split(BETWEEN_LINES).filter(Boolean)
      if (!isNamedSecret(match) || /:$/.test(secret)) return false
      return lines.length > 1
        ? isKeyOfLines(lines)
        : !isPublicPart(secret) && acceptsNamed(nameInFront(match), secret)
    },
  },
]

const BETWEEN_LINES = new RegExp(NEXT_LINE)
/** Behind it stands what is given to it. */
const NAME = /([A-Za-z][\w.-]{0,119})\\{0,7}["'`]?[ \t]{0,2}$/

const nameInFront = (match: RegExpExecArray): string => NAME.exec(inFront(match, 140))?.[1] ?? ''

const isNamedSecret = (match: RegExpExecArray): boolean => {
  const name = nameInFront(match)
  return isSecretName(name) || isNameOfKey(name)
}

/** What keys are made of, line by line. A list of names, addresses or variables is none. */
const isKeyOfLines = (lines: readonly string[]): boolean => {
  const key = lines.join('')
  if (isPublicPart(key) || !isRandomEnough(key)) return false
  return isWrapped(lines) || lines.every(isRandomLine)
}

/** One text, broken after as many characters each time: only its last line may be shorter. */
const isWrapped = (lines: readonly string[]): boolean => {
  const [{ length: width } = '', ...rest] = lines
  const full = lines.slice(0, -1)
  const last = rest.at(-1) ?? ''
  if (width < 16 || last.length > width || full.some(({ length }) => length !== width)) return false
  return (
    full.every(isPieceOfKey) &&
    /^[A-Za-z0-9+/_.-]+={0,2}$/.test(last) &&
    ((last.length < 12 && full.length > 1) || !isMadeOfWords(last))
  )
}

const isPieceOfKey = (line: string): boolean =>
  /^(?:[A-Za-z0-9+/]+|[\w.-]+)$/.test(line) && (isRandomEnough(line) || isLettersAtRandom(line))

/** Lines of different lengths are a key only when each could be one. */
const isRandomLine = (line: string): boolean =>
  /^[A-Za-z0-9_+~!@#%^*?-]{8,}={0,2}$/.test(line) &&
  (isRandomEnough(line) || isLettersAtRandom(line))
