import type { ReadSession, Source } from '../source.ts'

/** The session that these files hold together. @throws the reason, when they hold none. */
export const sessionAt = async (
  source: Source,
  ...paths: readonly string[]
): Promise<ReadSession> => {
  const outcome = await source.read(paths.map((path) => ({ path })))
  if (outcome.status !== 'session') throw new Error(outcome.reason)
  return outcome.session
}

/** Every session the source finds under a path, or where its tool keeps them. @throws what a place cannot be read for. */
export const sessionsOf = async (source: Source, path?: string): Promise<ReadSession[]> => {
  const sessions: ReadSession[] = []
  for await (const one of source.find(path)) {
    if ('problem' in one) throw new Error(one.problem)
    const outcome = await source.read([one])
    if (outcome.status === 'session') sessions.push(outcome.session)
  }
  return sessions
}
