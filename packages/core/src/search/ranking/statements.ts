/** What the distiller writes before somebody's own words, or between them (`distil/`, `documents/documents-of-summary.ts`). */
const GENERATED =
  /^(?:said by the (?:person who|agent that) asked$|(?:asked|investigated|learned|completed|next steps|notes): )/

/** Emphasis, quotes and the marks of a list; what is left says the same without them. */
const MARKUP = /[*`"“”]|^\s*(?:[-•>]|#{1,6}|\d+[.)])\s+/g
const SENTENCE_END = /(?<=[.!?])\s+|\n+/
const WORD = /[\p{L}\p{N}]/u
const LAST = /[\s.,;:!]+$/

/**
 * The sentences and lines of a text, each once and in one spelling. Two texts share one only where it stands in both as a whole, so
 * "Use Redis." is no part of "Do not use Redis.", nor of "Use Redis?".
 */
export const statementsOf = (text: string): Set<string> => {
  const statements = new Set<string>()
  for (const line of text.toLowerCase().split(SENTENCE_END)) {
    const said = line
      .replace(MARKUP, '')
      .replace(GENERATED, '')
      .replace(/\s+/g, ' ')
      .replace(LAST, '')
    if (WORD.test(said)) statements.add(said.trim())
  }
  return statements
}

/** Whether a text says nothing that the other does not say. What was cut at `…` goes on as the other does. */
export const isContained = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean => {
  if (part.size === 0 || part.size > whole.size) return false
  for (const statement of part)
    if (!whole.has(statement) && !(statement.endsWith('…') && goesOn(statement, whole)))
      return false
  return true
}

const goesOn = (cut: string, whole: ReadonlySet<string>): boolean => {
  const begin = cut.slice(0, -1).trimEnd()
  for (const statement of whole) if (statement.startsWith(begin)) return true
  return false
}
