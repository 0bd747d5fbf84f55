/** What some work is about, so that one can say whether words are about it. */
export type Topic = {
  /** How its words begin. */
  stems: readonly string[]
  isNamedIn: (text: string) => boolean
  /** By several of its words: one may be there by chance. */
  isMeantIn: (text: string) => boolean
}

const SHORTEST = 4
/** Words that begin alike are taken for the same: `cool`, `cooling`. */
const STEM = 5
/** In many subjects and paths, and about nothing. */
const COMMON = new Set(
  'with from into onto that this then than them they when what which while have been make made more again only tests test index main code file files commit change changes line lines src lib apps packages'
    .split(' ')
    .map((word) => word.slice(0, STEM)),
)

export const createTopic = (about: readonly string[]): Topic => {
  const stems = [...new Set(stemsOf(about.join(' ')))]
  const namedIn = (text: string): number => {
    const words = stemsOf(text)
    return stems.filter((stem) => words.some((word) => isSame(word, stem))).length
  }
  return {
    stems,
    isNamedIn: (text) => namedIn(text) > 0,
    isMeantIn: (text) => namedIn(text) > 1,
  }
}

const isSame = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a)

const stemsOf = (text: string): string[] =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= SHORTEST && !COMMON.has(word.slice(0, STEM)))
    .map((word) => word.slice(0, STEM))
