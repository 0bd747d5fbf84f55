import { hash } from 'node:crypto'
import { redactId } from '@teamlore/redaction'
import type { IngestSession } from '@teamlore/shared'
import { tombstoneName, tombstoneNamesOf } from '@teamlore/shared/tombstone-names'
import type { KeptTombstones } from './kept-tombstones.ts'

export type NamedSession = Pick<IngestSession, 'tool' | 'native_id'> & {
  parent_native_id?: string | null | undefined
}
type NamedMessage = Pick<IngestSession['messages'][number], 'key' | 'blocks'> & {
  ts?: string | null | undefined
}

const hashOf = (name: string): string => hash('sha256', name, 'hex')

/** Hashes by which a session is known again: its own, and that of the one that started it. As the server makes them. */
export const hashesOfSession = (
  team: string,
  { tool, native_id, parent_native_id }: NamedSession,
): string[] =>
  [native_id, ...(parent_native_id == null ? [] : [parent_native_id])].map((id) =>
    hashOf(tombstoneName.session(team, tool, redactId(id))),
  )

/** The same of a message: by its key, by its key elsewhere, and by its words. */
export const hashesOfMessage = (
  team: string,
  { tool, native_id }: NamedSession,
  { key, ts = null, blocks }: NamedMessage,
): string[] =>
  tombstoneNamesOf(team, { tool, nativeId: redactId(native_id) }, { key, ts, blocks }).map(hashOf)

export type Forgotten = ReturnType<typeof createForgotten>

/** Says of what this machine has which tombstone it falls under. Nearly always there is none, and then nothing is compared. */
export const createForgotten = (
  team: string,
  tombstones: Pick<KeptTombstones, 'has' | 'isAny' | 'all'>,
) => {
  /** Of these tombstones; sessions are asked about again and again. */
  let from = tombstones.all()
  let sessions = new Map<string, string | undefined>()
  const ofSession = (session: NamedSession): string | undefined => {
    if (from !== tombstones.all()) {
      from = tombstones.all()
      sessions = new Map()
    }
    const { tool, native_id, parent_native_id } = session
    const name = [tool, native_id, parent_native_id ?? ''].join('\n')
    if (!sessions.has(name)) sessions.set(name, hashesOfSession(team, session).find(tombstones.has))
    return sessions.get(name)
  }
  return {
    isAny: tombstones.isAny,
    session: (session: NamedSession): string | undefined =>
      tombstones.isAny() ? ofSession(session) : undefined,
    message: (session: NamedSession, message: NamedMessage): string | undefined =>
      tombstones.isAny() ? hashesOfMessage(team, session, message).find(tombstones.has) : undefined,
  }
}
