import type { Random } from './random.ts'

const CONSONANTS = 'bdfghjlmnprtv'
const VOWELS = 'aeiou'

/** Words that nobody writes: no secret by their looks, and left as they are by what cuts words to their stems. */
export const createCanaries = ({ next }: Random) => {
  const planted = new Map<string, string>()
  const letter = (of: string) => of[Math.floor(next() * of.length)] ?? 'a'
  return {
    /** A new one, for a place that a report names. */
    of: (place: string): string => {
      const word = `zq${Array.from({ length: 5 }, () => letter(CONSONANTS) + letter(VOWELS)).join('')}k`
      if (planted.has(word)) throw new Error('The same canary was made twice.')
      planted.set(word, place)
      return word
    },
    planted: (): ReadonlyMap<string, string> => planted,
  }
}

export type Canaries = ReturnType<typeof createCanaries>
