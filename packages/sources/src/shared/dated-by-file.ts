import { stat } from 'node:fs/promises'
import type { OpenSession, ReadOutcome, Source } from '../source.ts'

/** Where a tool writes no time at all, a session is as old as its file: history that is found today is not of today. */
export const datedByFile = (source: Source): Source => {
  const { read, open } = source
  return {
    ...source,
    read: async (places, signal) => dated(await read(places, signal)),
    ...(open && {
      open: async (place, signal) => {
        const session = await open(place, signal)
        return session && datedSession(session)
      },
    }),
  }
}

const datedSession = (session: OpenSession): OpenSession => ({
  ...session,
  outcome: async (...words) => dated(await session.outcome(...words)),
})

const dated = async (outcome: ReadOutcome): Promise<ReadOutcome> => {
  if (outcome.status !== 'session') return outcome
  const { session } = outcome
  if (session.started_at !== null || session.ended_at !== null) return outcome
  const times = await Promise.all(session.figures.files.map(({ path }) => writtenAt(path)))
  const [started_at = null] = times.filter((time) => time !== null).sort()
  return { status: 'session', session: { ...session, started_at } }
}

const writtenAt = async (path: string): Promise<string | null> => {
  try {
    return (await stat(path)).mtime.toISOString()
  } catch {
    return null
  }
}
