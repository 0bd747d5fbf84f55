import type { IngestSession } from '@teamlore/shared'
import type { Batch } from '../spool/batch-folder.ts'
import type { Spool } from '../spool/spool.ts'
import { type Forgotten, hashesOfSession } from '../tombstones/forgotten-names.ts'
import type { KeptTombstones } from '../tombstones/kept-tombstones.ts'
import { packBody } from '../wire/wire.ts'
import { aboutOf, leaveOut, shorten } from './let-go.ts'
import type { RefusedBatch } from './refused.ts'
import type { StateStore } from './state-store.ts'

type Deps = {
  /** The team, whose name is in each hash. */
  serverId: string
  store: Pick<StateStore, 'leaving' | 'flush' | 'arrived'>
  tombstones: Pick<KeptTombstones, 'add' | 'mark' | 'all'>
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
  /** Puts away what the server will not have, without what was forgotten since it was read to be sent. */
  quarantine: async (
    batch: Batch,
    { request, about }: RefusedBatch,
    spool: Spool,
  ): Promise<void> => {
    const known = tombstones.all()
    const kept = await leaveOut(request, batch.id, { store, forgotten })
    if (kept.sessions.length === 0) {
      await spool.remove(batch.id)
      return store.arrived(batch.id)
    }
    const abridged = kept === request ? about : aboutOf(kept, about.refusals)
    await spool.quarantine(batch.id, await packBody(JSON.stringify(kept)), abridged)
    // More may have become known before it was written.
    if (tombstones.all() === known) return
    const header = { ...batch.header, ...abridged }
    await shorten({ ...batch, header }, { spool, store, forgotten })
  },
})
