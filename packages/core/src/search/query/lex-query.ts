import { FILTER_NAMES } from '@teamlore/shared'

/** One piece of a typed query. `text` of a word may hold anything but white space. */
export type QueryToken =
  | { kind: 'word'; text: string; isNegated: boolean }
  | { kind: 'phrase'; text: string; isNegated: boolean }
  | { kind: 'pair'; name: string; value: string; text: string; isNegated: boolean }
  | { kind: 'or' }

/** With where it stands in what was typed, half-open. */
export type PlacedToken = QueryToken & { start: number; end: number }

const SPACE = /\s+/y
const OR = /(?:or|OR|\|\|?)(?=\s|$)/y
/** A minus negates where it leads a word. Flags (`--all`, `-v`, `-vv`, `-Xmx`), `->` and `-5` are themselves. */
const MINUS = /-(?=["“”]|(?!([a-z])\1*(?![a-z]))[^\s\-\d>=.\p{Lu}])/uy
const QUOTED = /["“”]([^"“”]*)(?:["“”]|$)/y
const PAIR = /([A-Za-z]{2,20}):(?![:/\\])(?:["“”]([^"“”]*)(?:["“”]|$)|(\S*))/y
/** A bracket in front of a filter only groups. */
const BRACKET = /\(+(?=-?[A-Za-z]{2,20}:)/y
const WORD = /[^\s"“”]+/y

const take = (expression: RegExp, text: string, at: number): RegExpExecArray | null => {
  expression.lastIndex = at
  return expression.exec(text)
}

/** Takes any text apart, in one pass and without ever failing. */
export const lexQuery = (text: string): PlacedToken[] => {
  const tokens: PlacedToken[] = []
  let at = 0
  while (at < text.length) {
    const space = take(SPACE, text, at)
    if (space !== null) {
      at += space[0].length
      continue
    }
    at += bracketAt(text, at)
    const [token, length] = nextToken(text, at)
    if (token !== undefined) tokens.push({ ...token, start: at, end: at + length })
    at += length
  }
  return tokens
}

const bracketAt = (text: string, at: number): number => {
  const length = take(BRACKET, text, at)?.[0].length ?? 0
  const name =
    length === 0
      ? undefined
      : take(PAIR, text, at + length + (text.charAt(at + length) === '-' ? 1 : 0))?.[1]
  return name !== undefined && isFilterName(name) ? length : 0
}

const isFilterName = (name: string): boolean =>
  (FILTER_NAMES as readonly string[]).includes(name.toLowerCase())

/** Without the bracket that closes one in front of the filter, or of one before it. */
const withoutBracket = (value: string): string =>
  /^[^()]*\)+$/.test(value) ? value.replace(/\)+$/, '') : value

const nextToken = (text: string, start: number): [QueryToken | undefined, number] => {
  const or = take(OR, text, start)
  if (or !== null) return [{ kind: 'or' }, or[0].length]
  const isNegated = take(MINUS, text, start) !== null
  const at = isNegated ? start + 1 : start
  const sign = at - start
  const quoted = take(QUOTED, text, at)
  if (quoted !== null) {
    return [{ kind: 'phrase', text: quoted[1] ?? '', isNegated }, quoted[0].length + sign]
  }
  const pair = take(PAIR, text, at)
  if (pair !== null) {
    const [whole, name = '', quotedValue, bareValue = ''] = pair
    const value = quotedValue ?? (isFilterName(name) ? withoutBracket(bareValue) : bareValue)
    const token: QueryToken = {
      kind: 'pair',
      name: name.toLowerCase(),
      value,
      text: whole,
      isNegated,
    }
    return [token, whole.length + sign]
  }
  const word = take(WORD, text, at)
  return [
    word ? { kind: 'word', text: word[0], isNegated } : undefined,
    (word?.[0].length ?? 1) + sign,
  ]
}
