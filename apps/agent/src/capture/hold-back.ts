import type { IngestSession } from '@teamlore/shared'
import { type Forgotten, hashesOfSession } from '../tombstones/forgotten-names.ts'
import type { KeptTombstones } from '../tombstones/kept-tombstones.ts'
import type { StateStore } from './state-store.ts'

type Deps = {
  /** The team, whose name is in each hash. */
  serverId: string
  store: Pick<StateStore, 'leaving'>
  tombstones: Pick<KeptTombstones, 'add' | 'mark'>
  forgotten: Forgotten
  now: () => Date
}

export type HoldBack = ReturnType<typeof createHoldBack>

/** Keeps back what was forgotten before this machine heard of it. */
export const createHoldBack = ({ serverId, store, tombstones, forgotten, now }: Deps) => ({
  /**
   * The server left a session out. What it was sent of it is not sent again for as long as the tombstone is known, and is after an
   * undo. Of a server that has no tombstones to ask for nobody would hear of the undo.
   */
  session: async (session: IngestSession, batch: string): Promise<void> => {
    if (tombstones.mark() === null) return
    const [own] = hashesOfSession(serverId, session)
    const hash = forgotten.session(session) ?? own
    if (hash === undefined) return
    // First it is known: until then, what waits under it would count as never captured.
    await tombstones.add(hash, now().toISOString())
    await store.leaving.out(session, { batch, hash, isWhole: true })
  },
})
