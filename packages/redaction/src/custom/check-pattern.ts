import { type Item, PatternProblem, parsePattern } from './parse-pattern.ts'

/** No secret is described by a pattern longer than this; what has no bound of its own gets this one. */
export const LONGEST_MATCH = 2_000
/** Shorter things are words of everybody's. */
const SHORTEST_MATCH = 4
/** In how many ways a pattern may try to match at one place. A product of two free lengths is far above it. */
const MAX_WAYS = 2_500

/**
 * What is wrong with a pattern, as the end of a sentence that begins with its name; undefined when nothing is.
 *
 * The engine of JavaScript goes back and tries again, so some patterns take years over a line made for it. Instead of
 * guessing by look, the ways in which a pattern can match at one place are counted: a length left open multiplies them,
 * unless the next character shows for certain where it ends. Above a bound the pattern is refused, so time stays linear
 * in the text for whatever is let through.
 */
export const problemOfPattern = (pattern: string, flags = ''): string | undefined => {
  try {
    new RegExp(pattern, flags)
  } catch (error) {
    return `is no regular expression: ${error instanceof Error ? error.message : String(error)}`
  }
  try {
    const alternatives = parsePattern(pattern)
    const { shortest, ways } = costOf(alternatives, flags)
    if (shortest < SHORTEST_MATCH)
      return `would match texts of fewer than ${SHORTEST_MATCH} characters; make it say more`
    if (ways > MAX_WAYS)
      return 'could take too long over a text made for it; put upper bounds such as {1,40} on what repeats, and a different character between'
    return undefined
  } catch (error) {
    if (error instanceof PatternProblem) return error.message
    throw error
  }
}

type Cost = { shortest: number; ways: number }

const costOf = (alternatives: readonly Item[][], flags: string): Cost => {
  const costs = alternatives.map((items) => costOfSequence(items, flags))
  return {
    shortest: Math.min(...costs.map(({ shortest }) => shortest)),
    ways: costs.reduce((sum, { ways }) => sum + ways, 0),
  }
}

const costOfSequence = (items: readonly Item[], flags: string): Cost => {
  let shortest = 0
  let ways = 1
  for (const [index, item] of items.entries()) {
    const cost = costOfItem(item, items[index + 1], flags)
    shortest += cost.shortest
    ways *= cost.ways
  }
  return { shortest, ways }
}

const costOfItem = ({ body, min, max }: Item, next: Item | undefined, flags: string): Cost => {
  if (body.kind === 'place') return { shortest: 0, ways: 1 }
  if (body.kind === 'group') {
    if (max > 1)
      throw new PatternProblem('repeats a group, which is not taken; write out what repeats')
    const { shortest, ways } = costOf(body.alternatives, flags)
    return { shortest: min === 0 ? 0 : shortest, ways: min === 0 ? ways + 1 : ways }
  }
  const lengths = Math.min(max, LONGEST_MATCH) - Math.min(min, LONGEST_MATCH) + 1
  const isSettled = next === undefined || isApart(body.source, next, flags)
  return { shortest: min, ways: isSettled ? 1 : lengths }
}

/** Characters of every kind a class may distinguish. */
const PROBES = [
  ...Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)),
  ...['ſ', 'İ', 'я', '中', '\u2028', '😀'],
]

/** Whether a run of the one class can end in one place only, because the next item must begin with another character. */
const isApart = (source: string, next: Item, flags: string): boolean => {
  if (next.body.kind !== 'character' || next.min === 0) return false
  const mode = flags.replace(/[gy]/g, '')
  const own = new RegExp(`^(?:${source})$`, mode)
  const others = new RegExp(`^(?:${next.body.source})$`, mode)
  return !PROBES.some((probe) => own.test(probe) && others.test(probe))
}
