import type { AnchoredCode, CodeSnapshot } from '@teamlore/db'

export type Lines = Pick<AnchoredCode, 'start_line' | 'end_line'>
type Symbols = CodeSnapshot['symbols']
type Definition = Symbols[number]

/** The innermost definition in which all of these lines stand. */
const around = (symbols: Symbols, start: number, end: number): Definition | undefined =>
  symbols
    .filter((one) => one.start <= start && end <= one.end)
    .sort((a, b) => a.end - a.start - (b.end - b.start))[0]

/** The same definition later: of several of one name that with the same content, else that with the same place among them. */
const laterOf = (then: Definition, before: Symbols, after: Symbols): Definition | undefined => {
  const named = after.filter(({ name }) => name === then.name)
  const exact = named.filter(({ hash }) => hash === then.hash)
  if (exact.length === 1) return exact[0]
  const place = before.filter(({ name }) => name === then.name).indexOf(then)
  return (exact.length > 0 ? exact : named)[place] ?? named[0]
}

/** The definition in which lines stand, before and after. */
export const definitionOf = (
  { start_line, end_line }: Lines,
  before: CodeSnapshot,
  after: CodeSnapshot,
): [Definition | undefined, Definition | undefined] => {
  if (start_line === null) return [undefined, undefined]
  const then = around(before.symbols, start_line, end_line ?? start_line)
  return [then, then && laterOf(then, before.symbols, after.symbols)]
}

/** A line that is known to be another one later. */
type Mark = { line: number; later: number }
type Pair = { then: Definition; now: Definition }

/** Definitions that are the same beyond doubt: of each name, or of each name and content, there are as many as before. */
const pairsOf = (before: Symbols, after: Symbols): Pair[] =>
  before.flatMap((then) => {
    const isNamed = ({ name }: Definition) => name === then.name
    const isSame = (one: Definition) => isNamed(one) && one.hash === then.hash
    for (const is of [isSame, isNamed]) {
      const [old, fresh] = [before.filter(is), after.filter(is)]
      const now = old.length === fresh.length ? fresh[old.indexOf(then)] : undefined
      if (now !== undefined) return [{ then, now }]
    }
    return []
  })

const holds = (outer: Definition, { start, end }: Pick<Definition, 'start' | 'end'>): boolean =>
  outer.start <= start && end <= outer.end

const isWithin = ({ then, now }: Pair, outer: Pair): boolean =>
  then !== outer.then && holds(outer.then, then) && holds(outer.now, now)

/** What begins and ends in the same definition as a line, or in none as it does. */
const marksAround = (pairs: readonly Pair[], around: Pair | undefined): Mark[] => {
  const near = around === undefined ? pairs : pairs.filter((pair) => isWithin(pair, around))
  const edges = around === undefined ? near : [...near, around]
  const marks = edges.flatMap(({ then, now }) => [
    { line: then.start, later: now.start },
    { line: then.end, later: now.end },
  ])
  return around === undefined ? [{ line: 0, later: 0 }, ...marks] : marks
}

/**
 * Where a line is later: as far from the nearest mark as it was. Of one above and one below the nearer is believed, since what was
 * written between them is more likely on the longer side.
 */
const laterLine = (line: number, pairs: readonly Pair[]): number => {
  const [inside] = pairs
    .filter(({ then }) => then.start <= line && line <= then.end)
    .sort((a, b) => a.then.end - a.then.start - (b.then.end - b.then.start))
  const marks = marksAround(pairs, inside)
  const nearest = marks.reduce<Mark | undefined>(
    (best, one) =>
      best === undefined || Math.abs(one.line - line) < Math.abs(best.line - line) ? one : best,
    undefined,
  )
  const found = nearest === undefined ? line : nearest.later + line - nearest.line
  if (inside === undefined) return Math.max(1, found)
  return Math.min(inside.now.end, Math.max(inside.now.start, found))
}

/**
 * Where the lines of an anchor are after its file changed. There is no code here, only where definitions begin and end: lines follow
 * what of that is nearest to them.
 */
export const followLines = (
  { start_line, end_line }: Lines,
  before: CodeSnapshot | undefined,
  after: CodeSnapshot | undefined,
): Lines => {
  if (
    start_line === null ||
    before === undefined ||
    after === undefined ||
    before.hash === after.hash
  )
    return { start_line, end_line }
  const pairs = pairsOf(before.symbols, after.symbols)
  const first = laterLine(start_line, pairs)
  return {
    start_line: first,
    end_line: end_line === null ? null : Math.max(first, laterLine(end_line, pairs)),
  }
}
