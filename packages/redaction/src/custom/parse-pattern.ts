/** One thing a pattern asks for: a character of a class, a place such as a word boundary, or a group of alternatives. */
export type Item = {
  body:
    | { kind: 'character'; source: string }
    | { kind: 'place'; source: string }
    | { kind: 'group'; alternatives: Item[][] }
  min: number
  /** Infinity for `*`, `+` and `{n,}`. */
  max: number
}

/** A sentence about what a pattern may not hold. */
export class PatternProblem extends Error {}

const QUANTIFIER = /(?:[*+?]|\{(\d{1,4})(?:(,)(\d{1,4})?)?\})\??/y
const CHARACTER =
  /\[(?:\\.|[^\]\\])*\]|\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{1,6}\}|c[A-Za-z]|[dDwWsStnrfv0]|[^A-Za-z0-9])|\.|[^\\()|[\]{}*+?^$]/uy
const PLACE = /\^|\$|\\[bB]/y

/** Reads the part of the syntax of regular expressions whose cost can be computed beforehand. */
export const parsePattern = (pattern: string): Item[][] => {
  let at = 0
  const take = (what: RegExp): RegExpExecArray | null => {
    what.lastIndex = at
    const match = what.exec(pattern)
    if (match !== null) at += match[0].length
    return match
  }

  const alternatives = (depth: number): Item[][] => {
    if (depth > 10) throw new PatternProblem('nests groups deeper than ten')
    const found: Item[][] = [[]]
    while (at < pattern.length && pattern[at] !== ')') {
      if (pattern[at] === '|') {
        at++
        found.push([])
      } else found.at(-1)?.push(item(depth))
    }
    return found
  }

  const item = (depth: number): Item => {
    const body = bodyOf(depth)
    const { min, max } = quantifierOf(take(QUANTIFIER))
    return { body, min, max }
  }

  const bodyOf = (depth: number): Item['body'] => {
    const place = take(PLACE)
    if (place !== null) return { kind: 'place', source: place[0] }
    if (pattern[at] === '(') return groupOf(depth)
    const character = take(CHARACTER)
    if (character !== null) return { kind: 'character', source: character[0] }
    throw new PatternProblem(problemAt(pattern, at))
  }

  const groupOf = (depth: number): Item['body'] => {
    const opening = take(/\((?:\?:|\?<[A-Za-z]\w{0,30}>|(?!\?))/y)
    if (opening === null)
      throw new PatternProblem(
        'looks around itself with (?=, (?!, (?<= or (?<!, which is not taken',
      )
    const inner = alternatives(depth + 1)
    if (pattern[at] !== ')') throw new PatternProblem('has a group that is not closed')
    at++
    return { kind: 'group', alternatives: inner }
  }

  const whole = alternatives(0)
  if (at < pattern.length) throw new PatternProblem('closes a group that was not opened')
  return whole
}

const problemAt = (pattern: string, at: number): string => {
  if (/^\\(?:[1-9]|k)/.test(pattern.slice(at))) return 'refers back to a group, which is not taken'
  return `cannot be read from ${JSON.stringify(pattern.slice(at, at + 10))} on`
}

const quantifierOf = (match: RegExpExecArray | null): { min: number; max: number } => {
  if (match === null) return { min: 1, max: 1 }
  const [text, low, comma, high] = match
  if (text.startsWith('?')) return { min: 0, max: 1 }
  if (text.startsWith('*')) return { min: 0, max: Number.POSITIVE_INFINITY }
  if (text.startsWith('+')) return { min: 1, max: Number.POSITIVE_INFINITY }
  const min = Number(low)
  if (comma === undefined) return { min, max: min }
  return { min, max: high === undefined ? Number.POSITIVE_INFINITY : Number(high) }
}
