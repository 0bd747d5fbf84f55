const MARK = /\[REDACTED:([a-z0-9-]{1,40})\]/g
const BEFORE = 40
const AFTER = 20

/** What stands around each mark of a text that secrets were taken out of, in one line. */
export const excerptsOf = (value: unknown): { kind: string; text: string }[] => {
  if (typeof value === 'string') return excerptsOfText(value)
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(excerptsOf)
}

const excerptsOfText = (text: string): { kind: string; text: string }[] =>
  [...text.matchAll(MARK)].map(({ 0: mark, 1: kind = '', index }) => {
    const from = Math.max(0, index - BEFORE)
    const to = Math.min(text.length, index + mark.length + AFTER)
    const around = text.slice(from, to).replace(/\s+/g, ' ').trim()
    return { kind, text: `${from > 0 ? '…' : ''}${around}${to < text.length ? '…' : ''}` }
  })
