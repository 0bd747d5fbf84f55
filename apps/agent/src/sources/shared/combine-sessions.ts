import type { Place, ReadOutcome, ReadSession } from '../source.ts'

/**
 * Reads places of one session that each tell it whole, such as two states of it: what one lacks the other adds. The fullest
 * one leads.
 */
export const readPlaces = async (
  places: readonly Place[],
  readOne: (place: Place) => Promise<ReadOutcome>,
): Promise<ReadOutcome> => {
  const outcomes: ReadOutcome[] = []
  for (const place of places) outcomes.push(await readOne(place))
  const sessions = outcomes.flatMap((one) => (one.status === 'session' ? [one.session] : []))
  const [first, ...others] = sessions.sort((a, b) => b.messages.length - a.messages.length)
  if (first === undefined) return outcomes[0] ?? { status: 'skipped', reason: 'no file' }
  return { status: 'session', session: others.reduce(combined, first) }
}

const combined = (fuller: ReadSession, other: ReadSession): ReadSession => {
  const keys = new Set(fuller.messages.map(({ key }) => key))
  const edits = new Set(fuller.edits.map(({ key }) => key))
  const messages = [...fuller.messages, ...other.messages.filter(({ key }) => !keys.has(key))]
  return {
    ...fuller,
    cwd: fuller.cwd ?? other.cwd,
    title: fuller.title ?? other.title,
    messages,
    edits: [...fuller.edits, ...other.edits.filter(({ key }) => !edits.has(key))],
    figures: {
      ...fuller.figures,
      lines: fuller.figures.lines + other.figures.lines,
      files: [...fuller.figures.files, ...other.figures.files],
    },
  }
}
