export const IS = new Set(['is', 'are', 'was', 'were', "isn't", "aren't", "wasn't", "weren't"])
export const HAS = new Set(['has', 'have', 'had', 'lacks', 'lack', "hasn't", "haven't"])
export const MODAL = new Set(
  "must may can cannot can't should shall will won't would could might needs need has-to have-to does do doesn't don't did didn't mustn't shouldn't".split(
    ' ',
  ),
)
export const BETWEEN = new Set(
  'not never always only also still just to be now already no longer ever both either even usually often been being by itself'.split(
    ' ',
  ),
)
export const PEOPLE = new Set([
  'we',
  'i',
  'you',
  'they',
  'everyone',
  'everybody',
  'nobody',
  'people',
  'one',
])
export const DETERMINERS = new Set(
  'the a an this that these those our my your its their every each all any no some both another'.split(
    ' ',
  ),
)
/** What cannot be what a statement is about. */
export const POINTING = new Set(
  'everything something anything nothing it this that these those there here he she they we i you what which who whoever'.split(
    ' ',
  ),
)

export const lowerFirst = (word: string): string =>
  /^[A-Z][a-z]*$/.test(word) ? word.toLowerCase() : word

export const isDeterminer = (word: string): boolean => DETERMINERS.has(word.toLowerCase())

export const PARTICLES = new Set(['back', 'up', 'off', 'out', 'down', 'on'])

export const isBetween = (word: string): boolean =>
  BETWEEN.has(word.toLowerCase()) || /^[a-z]{4,}ly$/.test(word)

export const skip = (words: readonly string[], at: number): number => {
  let next = at
  while (next < words.length && isBetween(words[next] ?? '')) next += 1
  return next
}
