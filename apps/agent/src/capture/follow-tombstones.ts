import { ApiError } from '@teamlore/shared'
import { askTombstones, type TombstoneClient } from '../tombstones/ask-tombstones.ts'
import { hashesOfMessage, hashesOfSession } from '../tombstones/forgotten-names.ts'
import type { Removal } from '../tombstones/kept-tombstones.ts'
import { unpackBody } from '../wire/wire.ts'
import { letGo } from './let-go.ts'
import type { ServerStorage } from './server-storage.ts'

type Deps = {
  client: TombstoneClient
  /** The team, whose name is in each hash. */
  serverId: string
  storage: ServerStorage
  /** Takes away what quotes sessions and memories beside the spool, and is fetched again where it is needed. */
  dropQuotes?: (() => Promise<void>) | undefined
  now: () => Date
  signal?: AbortSignal | undefined
  onRemoved?: ((removal: Removal) => void) | undefined
  /** Left out by whoever holds the lock already. */
  hold?: ServerStorage['lock']['hold']
}

const TIMEOUT_MS = 5_000

/**
 * Lets go of what was forgotten since this machine last asked. Where the server does not answer, or is too old to know of it,
 * nothing changes and it is asked another time; what was begun is finished all the same.
 */
export const createFollowTombstones = (deps: Deps) => {
  const { client, storage, signal, hold = (work) => work() } = deps
  const { tombstones } = storage
  const follow = async (): Promise<void> => {
    if (tombstones.due() !== null) await hold(() => apply(deps))
    try {
      const { mark } = await client.tombstones.mark({ timeoutMs: TIMEOUT_MS, signal })
      if (mark === tombstones.mark()) return
      await hold(async () => {
        const forgotten = await askTombstones(client, namesHere(deps), signal)
        await tombstones.receive(mark, forgotten, removalOf(forgotten, deps))
        await apply(deps)
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
  let following: Promise<void> | undefined
  /** Never two at once. */
  return (): Promise<void> => {
    following ??= follow().finally(() => {
      following = undefined
    })
    return following
  }
}

const apply = async ({ storage, dropQuotes, onRemoved }: Deps): Promise<void> => {
  const { tombstones, spool, store, forgotten } = storage
  const due = tombstones.due()
  if (spool === undefined || due === null) return
  await letGo({ spool, store, forgotten })
  await dropQuotes?.()
  await tombstones.done()
  if (due.sessions + due.again > 0) onRemoved?.(due)
}

/** Hashes of all that this machine would send, or sends on; and those it knows, as some may have been brought back. */
async function* namesHere({ storage, serverId }: Deps): AsyncGenerator<readonly string[]> {
  const { spool, store, tombstones } = storage
  yield [...tombstones.all()]
  yield ownHashes(store, serverId)
  for (const { id } of spool?.sessions.all() ?? []) {
    const bytes = await spool?.sessions.read(id)
    const request = bytes === undefined ? undefined : await unpackBody(bytes).catch(() => undefined)
    for (const session of request?.sessions ?? []) {
      yield hashesOfSession(serverId, session)
      yield session.messages.flatMap((message) => hashesOfMessage(serverId, session, message))
    }
  }
}

/** Of sessions that were captured here, each once. */
const ownHashes = (store: ServerStorage['store'], team: string): string[] => [
  ...new Set([...store.files()].flatMap((file) => hashesOfSession(team, file))),
]

const removalOf = (
  forgotten: ReadonlySet<string>,
  { storage: { store, tombstones }, serverId, now }: Deps,
): Removal => {
  const own = ownHashes(store, serverId)
  return {
    at: now().toISOString(),
    sessions: own.filter((hash) => forgotten.has(hash) && !tombstones.has(hash)).length,
    again: own.filter((hash) => !forgotten.has(hash) && tombstones.has(hash)).length,
  }
}
