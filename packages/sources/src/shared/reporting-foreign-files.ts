import type { OpenSession, Place, ReadOutcome, Source } from '../source.ts'

/**
 * Has sources report files of another tool in their own places: nobody reads them there, so their owner should learn of it. Only what
 * another source is sure of counts, and only where the source itself is not: what it cannot make out may still be its own.
 */
export const reportingForeignFiles = (sources: readonly Source[]): Source[] =>
  sources.map((source) => {
    const { read, open } = source
    const withOwner = createForeignCheck(source, sources)
    return {
      ...source,
      read: async (places, signal) => withOwner(await read(places, signal), places, signal),
      ...(open && {
        open: async (place, signal) => {
          const session = await open(place, signal)
          return (
            session && checkedSession(session, (outcome) => withOwner(outcome, [place], signal))
          )
        },
      }),
    }
  })

const checkedSession = (
  session: OpenSession,
  withOwner: (outcome: ReadOutcome) => Promise<ReadOutcome>,
): OpenSession => ({
  ...session,
  outcome: async (...words) => withOwner(await session.outcome(...words)),
})

const createForeignCheck =
  (source: Source, all: readonly Source[]) =>
  async (
    outcome: ReadOutcome,
    [place, ...more]: readonly Place[],
    signal?: AbortSignal,
  ): Promise<ReadOutcome> => {
    if (outcome.status === 'session' || outcome.isDamaged === true) return outcome
    // A part of a store was found by its tables, and copies of a session by their names.
    if (place === undefined || place.part !== undefined || more.length > 0) return outcome
    const owner = await ownerOf(place.path, { source, all, signal })
    if (owner === undefined) return outcome
    const reason = `is a file of ${owner.info.label}, not of ${source.info.label}`
    return { status: 'skipped', reason, isForeign: true }
  }

type Asking = { source: Source; all: readonly Source[]; signal: AbortSignal | undefined }

const ownerOf = async (
  path: string,
  { source, all, signal }: Asking,
): Promise<Source | undefined> => {
  try {
    if (await source.recognises(path, signal)) return undefined
    for (const other of all)
      if (other.info.name !== source.info.name && (await other.recognises(path, signal)))
        return other
  } catch (error) {
    // It went away, or became unreadable: the next look says so.
    if (signal?.aborted) throw error
  }
  return undefined
}
