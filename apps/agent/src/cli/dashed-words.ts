/** Commands that are given words as a person would say them; `lore search tide -draft` leaves something out. */
const TAKING_WORDS: ReadonlySet<string> = new Set([
  'search',
  'context',
  'memories',
  'remember',
  'handover',
])

/** `-draft`, `-1 is returned`, `--dry-run is not asked for`: a word, or words in quotes. */
const DASHED = /^-(?:[^-].*|-\S*\s.*)$/s
const OPTIONS = new Set(['-h', '-V'])

/**
 * Words that begin with a dash, distinguished from options: `lore` has none of one letter beside those of help and version. A space
 * in front of them is all it takes, and nothing that reads them minds it.
 */
export const freeDashedWords = (words: readonly string[]): string[] => {
  const command = words.find((word) => !word.startsWith('-'))
  if (command === undefined || !TAKING_WORDS.has(command)) return [...words]
  const end = words.indexOf('--')
  return words.map((word, at) =>
    (end < 0 || at < end) && DASHED.test(word) && !OPTIONS.has(word) ? ` ${word}` : word,
  )
}
