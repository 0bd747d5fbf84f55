const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Shorter ones are too often words. */
const MIN_NAME_CHARS = 3

/**
 * Takes people's names out of a text that a model embeds, alike in documents and questions: names dominate small
 * models, so that a question naming somebody would find whatever this person said. Whole names go, and first names
 * where they are written as names.
 */
export const nameRemover = (names: readonly string[]): ((text: string) => string) => {
  const spelled = new Set<string>()
  for (const name of names) {
    const parts = name.trim().split(/\s+/)
    for (const part of [name.trim(), ...parts]) if (part.length >= MIN_NAME_CHARS) spelled.add(part)
  }
  if (spelled.size === 0) return (text) => text
  const longestFirst = [...spelled].sort((a, b) => b.length - a.length).map(escaped)
  const expression = new RegExp(
    `(?<![\\p{L}\\p{N}_./@-])@?(?:${longestFirst.join('|')})(?:['’]s)?(?![\\p{L}\\p{N}_/@-])(?:\\s*:)?[ \\t]*`,
    'gu',
  )
  return (text) => {
    const rest = text.replace(expression, '')
    return rest.trim() === '' ? text : rest
  }
}
