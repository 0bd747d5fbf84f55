import { ANGLES, BRACKETS, looksLike } from './look-alikes.ts'

const skeletonOf = (word: string): string => [...word].map(looksLike).join('')

/** How names of frames go on after `lore_`: what goes on like none of these, after a bracket of another kind, is prose. */
const NAMES = ['result', 'record', 'context', 'why', 'session', 'transcript', 'timeline']
  .concat(['blame', 'book', 'linked'])
  .map(skeletonOf)

/** A sign spelled for another reader: as HTML, JSON, JavaScript or in an address. */
const ESCAPED =
  /&(?:amp;)*(?:#x0*(?<hex>[0-9a-f]{1,6})|#0*(?<dec>[0-9]{1,7})|(?<name>lt|gt|sol|bsol|lowbar|nbsp|lsqb|lbrack|lsaquo|lang|langle|laquo));?|\\+u(?:\{0*(?<braced>[0-9a-f]{1,6})\}|(?<four>[0-9a-f]{4}))|\\+x(?<two>[0-9a-f]{2})|\\+0?(?<octal>[0-7]{2,3})(?![0-7])|%(?:25)*(?<percent>[0-9a-f]{2})/iy

const NAMED: Record<string, string> = {
  lt: '<',
  gt: '>',
  sol: '/',
  bsol: '\\',
  lowbar: '_',
  nbsp: ' ',
  lsqb: '[',
  lbrack: '[',
  lsaquo: '‹',
  lang: '⟨',
  langle: '⟨',
  laquo: '«',
}

const OPENING = new RegExp(
  `[${ANGLES}]|[${BRACKETS}]|&(?:amp;)*(?:lt|lsqb|lbrack|lsaquo|lang|langle|laquo|#0*60|#x0*3c|#0*91|#x0*5b);?|\\\\+u(?:003c|005b|\\{0*(?:3c|5b)\\})|\\\\+x(?:3c|5b)|\\\\+0?(?:74|133)|%(?:25)*(?:3c|5b)`,
  'giu',
)

type Sign = { like: string; end: number; isFiller: boolean }

const signAt = (text: string, at: number): Sign | null => {
  if (at >= text.length) return null
  const first = text.charCodeAt(at)
  if (first === 0x26 || first === 0x5c || first === 0x25) {
    ESCAPED.lastIndex = at
    const { hex, dec, name, braced, four, two, octal, percent } = ESCAPED.exec(text)?.groups ?? {}
    const code = hex ?? braced ?? four ?? two ?? percent
    const point = pointOf({ hex: code, octal, dec })
    if (name !== undefined || point <= 0x10ffff)
      return signOf(
        NAMED[(name ?? '').toLowerCase()] ?? String.fromCodePoint(point),
        ESCAPED.lastIndex,
      )
  }
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0)
  return signOf(sign, at + sign.length)
}

const pointOf = (by: Record<'hex' | 'octal' | 'dec', string | undefined>): number =>
  by.hex !== undefined
    ? Number.parseInt(by.hex, 16)
    : by.octal !== undefined
      ? Number.parseInt(by.octal, 8)
      : Number(by.dec ?? Number.NaN)

const signOf = (sign: string, end: number): Sign => {
  const like = looksLike(sign)
  return { like, end, isFiller: FILLER.test(sign) || FILLER.test(like) }
}

/** What may stand between a bracket and a name, and between its letters, and still be read over. */
const FILLER = /^[^\p{L}\p{N}]/u
const MOST_BETWEEN = 3
const NAME_LENGTH = 12

/** Where `lore` ends that begins here, signs between its letters read over; null where it is another word. */
const endOfWord = (text: string, first: Sign): number | null => {
  let sign: Sign | null = first
  let end = first.end
  for (const letter of 'lore') {
    for (let over = 0; sign !== null && sign.like !== letter; over++) {
      if (letter === 'l' || over === MOST_BETWEEN || !sign.isFiller) return null
      sign = signAt(text, sign.end)
    }
    if (sign === null) return null
    end = sign.end
    sign = signAt(text, end)
  }
  return end
}

const nameAfter = (text: string, at: number): string => {
  let name = ''
  let sign = signAt(text, at)
  for (let seen = 0; sign !== null && seen < 3 * NAME_LENGTH && name.length < NAME_LENGTH; seen++) {
    if (!sign.isFiller) name += sign.like
    sign = signAt(text, sign.end)
  }
  return name
}

type Run = { end: number; isFrame: boolean; hasSlash: boolean }

/** From a bracket to the first letter: brackets, slashes, spaces. And whether a reader may take what follows for a frame of ours. */
const runFrom = (text: string, at: number): Run => {
  let [hasAngle, hasSlash, end] = [false, false, at]
  for (let sign = signAt(text, at); sign !== null; sign = signAt(text, end)) {
    const name = endOfWord(text, sign)
    if (name !== null && (hasAngle || hasSlash)) {
      const next = signAt(text, name)
      const isWhole = hasAngle && hasSlash && (next === null || next.isFiller)
      const after = nameAfter(text, name)
      if (isWhole || NAMES.some((known) => after.startsWith(known)))
        return { end, isFrame: true, hasSlash }
    }
    if (!sign.isFiller) break
    hasAngle ||= sign.like === '<'
    hasSlash ||= sign.like === '/'
    end = sign.end
  }
  return { end, isFrame: false, hasSlash }
}

/** Marks what a reader may take for the beginning or the end of a frame. What it returns holds none any more. */
export const withoutFrames = (text: string): string => {
  const parts: string[] = []
  let from = 0
  OPENING.lastIndex = 0
  for (let found = OPENING.exec(text); found !== null; found = OPENING.exec(text)) {
    const { end, isFrame, hasSlash } = runFrom(text, found.index)
    OPENING.lastIndex = Math.max(end, found.index + found[0].length)
    if (!isFrame) continue
    parts.push(text.slice(from, found.index), hasSlash ? '[quoted] /' : '[quoted] ')
    from = end
  }
  return from === 0 ? text : parts.join('') + text.slice(from)
}
