// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is the very character PostgreSQL refuses.
const UNSTORABLE = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Text that PostgreSQL takes in columns and in JSON: no NUL, no half of a surrogate pair. */
export const cleanText = (text: string): string => text.replace(UNSTORABLE, '\ufffd')

/** First line with something in it, cut at a word to at most `max` characters. */
export const firstLine = (text: string, max = 120): string => {
  const line = /[^\s][^\n\r]*/.exec(text)?.[0].trim() ?? ''
  return shorten(line, max)
}

/** Cut at a word where there is one; says with `…` that it was cut. */
export const shorten = (text: string, max: number): string => {
  if (text.length <= max) return text
  const cut = text.slice(0, max - 1)
  const space = cut.lastIndexOf(' ')
  const kept = space > max / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '')
  return `${kept.trimEnd()}…`
}
