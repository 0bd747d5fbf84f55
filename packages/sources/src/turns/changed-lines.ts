/** Lines a change put in and took out, without their line ends. */
export type LineChange = { addedText: readonly string[]; removedText: readonly string[] }

/** The lines of a text; a newline at the end opens no further line. */
export const linesOf = (text: unknown): string[] => {
  if (typeof text !== 'string' || text === '') return []
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/**
 * What changed between a text and its replacement: the lines both share at the beginning and at the end are left out.
 * That is exact for one change in the middle, which is what such a pair nearly always is.
 */
export const changedLines = (before: unknown, after: unknown): LineChange => {
  const old = linesOf(before)
  const fresh = linesOf(after)
  let start = 0
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++
  let end = 0
  const most = Math.min(old.length, fresh.length) - start
  while (end < most && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end++
  return {
    addedText: fresh.slice(start, fresh.length - end),
    removedText: old.slice(start, old.length - end),
  }
}
