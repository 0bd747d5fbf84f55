export type TextPart = { text: string; isMatch: boolean; at: number }

/**
 * Cuts a text into matching and other parts. Ranges come from the server and are half-open; whatever is outside of the
 * text, empty, overlapping or out of order is put right instead of trusted.
 */
export const splitByRanges = (
  text: string,
  ranges: readonly (readonly [number, number])[],
): TextPart[] => {
  const parts: TextPart[] = []
  let done = 0
  const push = (to: number, isMatch: boolean) => {
    if (to > done) parts.push({ text: text.slice(done, to), isMatch, at: done })
    done = Math.max(done, to)
  }
  for (const [from, to] of cleanRanges(ranges, text.length)) {
    push(from, false)
    push(to, true)
  }
  push(text.length, false)
  return parts
}

const cleanRanges = (ranges: readonly (readonly [number, number])[], length: number) =>
  ranges
    .map(([from, to]) => [clamp(from, length), clamp(to, length)] as const)
    .filter(([from, to]) => to > from)
    .sort((a, b) => a[0] - b[0])

const clamp = (value: number, max: number) =>
  Number.isFinite(value) ? Math.min(Math.max(Math.trunc(value), 0), max) : 0
