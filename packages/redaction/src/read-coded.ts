import { HEAD_OF_LINE, LINE_END, NEXT_LINE } from './surroundings.ts'

/**
 * A text as a person reads it: without the colours of a terminal, and with the signs that an address, JSON or a page writes
 * as numbers. A rule that looks at what stands around a secret finds it there as well.
 */
export type Reading = {
  text: string
  /** Where in the text as it is written a part of what is read stands. */
  placed: <P extends Part>(part: P) => P
  /** A part of the text as it is written, without colours at its ends; it is empty when nothing else is left. */
  bare: <P extends Part>(part: P) => P
}

type Part = { start: number; end: number }

/** The end of a line, what programs write in front of the next, and that it is moved in. */
const FURTHER_IN = `${LINE_END}${HEAD_OF_LINE}?(?:[ \\t]|\\\\{1,7}t){1,60}`
/** `" + "`, `' . '`, `""` and two strings in lines beneath each other, within a word. */
const GLUE = `(?:[ \\t]{0,4}(?:\\+|\\.\\.?|\\|\\||&)(?:${NEXT_LINE}|[ \\t]{0,24})|[ \\t\\\\]{0,4}${FURTHER_IN}|[ \\t]{0,4}${NEXT_LINE}\\+[ \\t]{0,4}|)`
const JOINT = `(?<=\\w|(?:Bearer|Basic) )(?:\\\\{0,7}"${GLUE}\\\\{0,7}"|\\\\{0,7}'${GLUE}\\\\{0,7}')(?=\\w)`
const JOINT_HERE = new RegExp(JOINT, 'y')

/** Where two strings may be put together. */
export const JOINT_ANCHORS: readonly string[] = ['"', "'"].flatMap((quote) =>
  [
    ...[' +', '  +', '+', ' .', '  .', '  |', `.${quote}`, '\n', '\r', ' \\', ' |', ' &', quote],
    ...['\\n', '\\r', `\\${quote}`, '\\\\'],
  ].map((next) => quote + next),
)

export const isJoint = (text: string, at: number): boolean => {
  let start = at
  while (at - start < 7 && text.charAt(start - 1) === '\\') start -= 1
  JOINT_HERE.lastIndex = start
  return JOINT_HERE.test(text)
}

const CODED = new RegExp(
  [
    // Colours, also where somebody wrote their escapes out.
    '(?:(?:\\x1b|\\^\\[|\\\\{1,8}(?:u001b|x1b|033|e))(?:\\[(?!REDACTED)[0-9;:?]{0,40}[a-z]|[()][ab0-2])){1,8}',
    '\\\\{1,8}(?:u00|x)(?<escaped>[0-7][0-9a-f])',
    '%(?:25){0,2}(?<percent>[0-7][0-9a-f])',
    // Letters beyond ASCII, in addresses and in JSON that has none.
    '(?<utf8>%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2})',
    '\\\\{1,8}u(?<wide>0[0-7][0-9a-f]{2}|30[0-9a-f]{2}|[4-9][0-9a-f]{3}|[ac][0-9a-f]{3}|ff[0-9a-f]{2})',
    '\\\\{1,8}[ux]\\{0{0,4}(?<braced>[2-7][0-9a-f])\\}',
    '\\\\{1,8}U0{6}(?<long>[2-7][0-9a-f])',
    // Two strings that are put together read as one.
    JOINT,
    '&(?:(?<named>quot|apos|amp|lt|gt|lowbar)|#x0{0,4}(?<hex>[2-7][0-9a-f])|#0{0,4}(?<decimal>[3-9]\\d|1[01]\\d|12[0-7]));',
    // `api\\_key`, as Markdown and LaTeX have it, and the sign of a mail.
    '\\\\{1,4}(?<plain>[_-])(?=[a-z])',
    '=(?<=[a-z]=)(?<quoted>5f)(?=[a-z]{2,20}["\']?\\s{0,2}[=:])',
    // Letters by their octal number.
    '\\\\{1,8}(?<octal>1[0-7]{2})(?!\\d)',
  ].join('|'),
  'gi',
)

const SIGNS_OF_CODE = [
  ...['2d', '0a', '0d', '20', '22', '26', '27', '2c', '2f', '3a'],
  ...['3b', '3c', '3d', '3e', '40', '5b', '5d', '60', '7b', '7d'],
]

/** Some of these stand in every text worth a second reading. */
export const CODED_ANCHORS: readonly string[] = [
  ...['\u001b[', '\u001b(', '^[[', 'u001b[', 'x1b[', '033[', '\\e['],
  ...SIGNS_OF_CODE.flatMap((code) => [`%${code}`, `\\u00${code}`, `\\x${code}`]),
  ...[
    '%252',
    '%253',
    '%254',
    '%255',
    '%256',
    '%257',
    ...['\\u004', '\\u005', '\\u006', '\\u007', '\\u{', '\\x4', '\\x5', '\\x6', '\\x7'],
    ...['%2d', '%4', '%5', '%6', '%7', '\\10', '\\11', '\\12', '\\14', '\\15', '\\16', '\\17'],
    '&quot;',
    '&apos;',
    '&lt;/',
    // Of words for a password in other languages.
    ...['\\u00e', '\\u00f', '\\u01', '\\u04', '\\u5bc6', '\\u53e3', '\\u30d1'],
    ...['\\x{', '\\u0000', '&#0', '&#x0', '&lowbar;', '=5f'],
    ...['\\_key', '\\_tok', '\\_sec', '\\_pas', '\\_pwd', '\\-key', '\\-tok', '\\-sec', '\\-pas'],
    '&#34;',
    '&#39;',
    ...['&#x2', '&#x4', '&#x5', '&#x6', '&#x7', '&#9', '&#10', '&#11', '&#12'],
  ],
]

const NAMED: Record<string, string> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  lowbar: '_',
}

const decodedAddress = (utf8: string): string => {
  try {
    return decodeURIComponent(utf8)
  } catch {
    return '\ufffd'
  }
}

const readAs = ({
  escaped,
  percent,
  utf8,
  wide,
  braced,
  named,
  hex,
  decimal,
  octal,
  plain,
  quoted,
  long,
}: Record<string, string>): string => {
  if (utf8 !== undefined) return decodedAddress(utf8)
  if (plain !== undefined) return plain
  const code = escaped ?? percent ?? wide ?? braced ?? long ?? hex ?? quoted
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
  if (decimal !== undefined) return String.fromCharCode(Number(decimal))
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
  return NAMED[named?.toLowerCase() ?? ''] ?? ''
}

/** A run that reads as it is written, one sign that is written with several, or a colour, which reads as nothing. */
type Run = { read: number; written: number; end: number; kind: 'plain' | 'sign' | 'colour' }

export const readCoded = (written: string): Reading => {
  const { text, runs } = runsOf(written)
  return {
    text,
    placed: (part) => {
      const first = runAt(runs, 'read', part.start)
      const last = runAt(runs, 'read', part.end - 1)
      return {
        ...part,
        start: first.kind === 'plain' ? first.written + part.start - first.read : first.written,
        end: last.kind === 'plain' ? last.written + part.end - last.read : last.end,
      }
    },
    bare: (part) => {
      const first = runAt(runs, 'written', part.start)
      const last = runAt(runs, 'written', part.end - 1)
      return {
        ...part,
        start: first.kind === 'colour' ? first.end : part.start,
        end: last.kind === 'colour' ? last.written : part.end,
      }
    },
  }
}

const runsOf = (written: string): { text: string; runs: Run[] } => {
  const pieces: string[] = []
  const runs: Run[] = []
  let taken = 0
  let read = 0
  const add = (piece: string, end: number, kind: Run['kind']): void => {
    if (end > taken) runs.push({ read, written: taken, end, kind })
    pieces.push(piece)
    read += piece.length
    taken = end
  }
  for (const code of written.matchAll(CODED)) {
    add(written.slice(taken, code.index), code.index, 'plain')
    const sign = readAs(code.groups ?? {})
    add(sign, code.index + code[0].length, sign === '' ? 'colour' : 'sign')
  }
  add(written.slice(taken), written.length, 'plain')
  return { text: pieces.join(''), runs }
}

/** The last run that begins at or before a place. */
const runAt = (runs: readonly Run[], by: 'read' | 'written', place: number): Run => {
  let low = 0
  let high = runs.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((runs[middle] as Run)[by] <= place) low = middle
    else high = middle - 1
  }
  return runs[low] as Run
}
