/** What some work is about, so that one can tell whether words are about it. */
export type Topic = { isNamedIn: (text: string) => boolean }

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
  const stems = stemsOf(about.join(' '))
  return {
    isNamedIn: (text) => stemsOf(text).some((word) => stems.some((stem) => isSame(word, stem))),
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
