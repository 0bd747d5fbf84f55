import type { Random } from './random.ts'

export const SLIPS = ['deletion', 'transposition', 'substitution', 'doubling'] as const
export type Slip = (typeof SLIPS)[number]

export type Misspelling = { slip: Slip; meant: string; typed: string }

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const SHORTEST = 6
/** Words as they stand by themselves, not as parts of identifiers and paths. */
const PLAIN = /(?<![\w./-])(?:[a-z]+|[A-Z][a-z]+)(?![\w/-]|\.\w)/g

/** One slip of the keys somewhere in a word, the first letter included. */
const slipIn = (word: string, slip: Slip, random: Random): string => {
  const at = random.int(slip === 'transposition' ? word.length - 1 : word.length)
  const [before, letter, after] = [word.slice(0, at), word[at] ?? '', word.slice(at + 1)]
  if (slip === 'deletion') return before + after
  if (slip === 'doubling') return before + letter + letter + after
  if (slip === 'substitution') return before + (LETTERS[random.int(LETTERS.length)] ?? '') + after
  return before + (after[0] ?? '') + letter + after.slice(1)
}

/**
 * As many misspellings of each slip as `each` says, of words drawn from these texts that stand in at least `least` of them; never a
 * word that stands there. The same in every run over the same texts.
 */
export const misspellingsOf = (
  texts: readonly string[],
  { each, least, random }: { each: number; least: number; random: Random },
): Misspelling[] => {
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const word of new Set(text.match(PLAIN)?.map((run) => run.toLowerCase())))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  const words = [...counts]
    .filter(([word, count]) => word.length >= SHORTEST && word.length <= 14 && count >= least)
    .map(([word]) => word)
    .sort()
  const drawn = new Map<string, Misspelling>()
  for (const slip of SLIPS)
    for (let made = 0, tries = 0; made < each && tries < each * 20; tries++) {
      const meant = words[random.int(words.length)] ?? ''
      const typed = slipIn(meant, slip, random)
      if (counts.has(typed) || drawn.has(typed)) continue
      drawn.set(typed, { slip, meant, typed })
      made++
    }
  return [...drawn.values()]
}
