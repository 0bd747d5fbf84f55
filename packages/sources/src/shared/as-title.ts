/** Nothing further on gets into a title, whatever is taken out before. */
const MAX_CHARS = 10_000
const TITLE_CHARS = 200

/**
 * A text that a title can be made of, lines and secrets and all; null when it says nothing. It is made short by `shortTitle`
 * once secrets are out: a key that was cut in half, or whose lines were joined, would not be known for one.
 */
export const asTitle = (text: string | null): string | null =>
  text?.slice(0, MAX_CHARS).trim() || null

/** One line, at most 200 characters. */
export const shortTitle = (text: string): string => {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length <= TITLE_CHARS
    ? characters.join('')
    : `${characters.slice(0, TITLE_CHARS - 1).join('')}…`
}
