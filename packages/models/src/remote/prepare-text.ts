/** English has 4 characters a token, code 2.5 to 3.5. */
const ASCII_PER_TOKEN = 3

/** Stands for a text without anything in it, which providers refuse. */
const EMPTY = '(empty)'

/** Tokens of a text, rather too many than too few: what is not ASCII counts by its bytes. */
export const estimateTokens = (text: string): number => {
  let other = 0
  for (let i = 0; i < text.length; i++) other += weightAt(text, i)
  return Math.ceil(other) + 2
}

const weightAt = (text: string, index: number): number =>
  text.charCodeAt(index) < 0x80 ? 1 / ASCII_PER_TOKEN : 1.5

/** The start of a text that a model of `maxTokens` reads, never ending inside a character. */
export const cutToTokens = (text: string, maxTokens: number): string => {
  let tokens = 2
  for (let i = 0; i < text.length; i++) {
    tokens += weightAt(text, i)
    if (tokens > maxTokens) return text.slice(0, isLowSurrogate(text, i) ? i - 1 : i)
  }
  return text
}

const isLowSurrogate = (text: string, index: number): boolean => {
  const code = text.charCodeAt(index)
  return code >= 0xdc00 && code <= 0xdfff
}

/** The text as any provider takes it: halves of characters and NUL become visible, nothing becomes a word. */
export const asWellFormed = (text: string): string => {
  const clean = text.replace(/\p{Surrogate}|\0/gu, '\ufffd')
  return clean.trim() === '' ? EMPTY : clean
}
