const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

/** The first `length` UTF-16 units, one less where that would split a character. */
export const headOf = (text: string, length: number): string =>
  text.slice(0, isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length)

/** The last `length` units, one less where that would split a character. */
export const tailOf = (text: string, length: number): string => {
  const from = Math.max(0, text.length - length)
  return text.slice(from > 0 && isHighSurrogate(text.charCodeAt(from - 1)) ? from + 1 : from)
}

/** Head and tail of a long text with a line between them that says how much is missing. */
export const cutMiddle = (
  text: string,
  { head, tail }: { head: number; tail: number },
): { text: string; isCut: boolean } => {
  if (text.length <= head + tail) return { text, isCut: false }
  const start = headOf(text, head)
  const end = tailOf(text, tail)
  const missing = text.length - start.length - end.length
  return { text: `${start}\n[… ${missing} characters left out …]\n${end}`, isCut: true }
}
