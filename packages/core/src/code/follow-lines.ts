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

/** How far what stands between definitions has moved: as far as the nearest one above that is still there. */
const shiftAbove = (start: number, before: Symbols, after: Symbols): number => {
  const above = before.filter((one) => one.end < start).sort((a, b) => b.end - a.end)
  for (const one of above) {
    const later = laterOf(one, before, after)
    if (later !== undefined) return later.end - one.end
  }
  return 0
}

/**
 * Where the lines of an anchor are after its file changed. There is no code here, only where definitions begin and end: lines follow
 * the definition in which they stand, or else the one above them.
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
  const end = end_line ?? start_line
  const [inside, later] = definitionOf({ start_line, end_line }, before, after)
  if (inside !== undefined && later !== undefined) {
    const shift = later.start - inside.start
    const last = Math.max(later.start, Math.min(later.end, end + shift))
    const first = Math.min(last, Math.max(later.start, start_line + shift))
    return { start_line: first, end_line: end_line === null ? null : last }
  }
  const shift = shiftAbove(start_line, before.symbols, after.symbols)
  const first = Math.max(1, start_line + shift)
  return { start_line: first, end_line: end_line === null ? null : Math.max(first, end + shift) }
}
