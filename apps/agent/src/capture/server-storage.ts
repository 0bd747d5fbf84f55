import { join } from 'node:path'
import { createStateLock } from '../locks/state-lock.ts'
import { openMirrorState } from '../memory-files/mirror-state.ts'
import { openPrivacy } from '../privacy/privacy.ts'
import { openSpool, type SpoolOptions } from '../spool/spool.ts'
import { createForgotten } from '../tombstones/forgotten-names.ts'
import { openTombstones } from '../tombstones/kept-tombstones.ts'
import { tombstoneIn } from '../tombstones/tombstone-batch.ts'
import { createHoldBack } from './hold-back.ts'
import { DRY_RUN_BATCH, openStateStore, serverRoot } from './state-store.ts'

type Options = {
  stateDir: string
  serverId: string
  spoolLimitBytes: number
  /** `redaction.json` of this machine. */
  rulesFile: string
  /** Looks and leaves nothing behind: then there is no spool. */
  isReadOnly: boolean
  now: () => Date
  retry?: { times: number; sleep: () => Promise<void> }
  /** For tests of full disks. */
  write?: SpoolOptions['write']
}

export type ServerStorage = Awaited<ReturnType<typeof openServerStorage>>

/** Everything kept on disk about one server: what was captured, what waits to be sent, and the lock around both. */
export const openServerStorage = async (options: Options) => {
  const { isReadOnly, retry } = options
  const root = serverRoot(options.stateDir, options.serverId)
  const privacy = await openPrivacy({
    rulesFile: options.rulesFile,
    cachePath: join(root, 'redaction-rules.json'),
    isReadOnly,
  })
  const spool = isReadOnly
    ? undefined
    : await openSpool({
        root,
        limitBytes: options.spoolLimitBytes,
        now: options.now,
        ...(options.write ? { write: options.write } : {}),
      })
  const tombstones = await openTombstones(root)
  const forgotten = createForgotten(options.serverId, tombstones)
  const isSpooled = (batch: string): boolean =>
    // What waits is sent before anything else, so a dry run counts it as what is to be sent.
    spool === undefined ? batch === DRY_RUN_BATCH : spool.has(batch)
  const store = await openStateStore({
    root,
    isReadOnly,
    isOnItsWay: (batch) => {
      const hash = tombstoneIn(batch)
      return hash === undefined ? isSpooled(batch) : tombstones.has(hash)
    },
    isForgotten: (session) => forgotten.session(session) !== undefined,
  })
  const memoryFiles = await openMirrorState(root)
  const onForeignWrite = async () => {
    await spool?.reload()
    await memoryFiles.reload()
    await tombstones.reload()
    await store.reload()
  }
  const lock = createStateLock({
    path: join(root, 'lock'),
    onForeignWrite,
    ...(retry ? { retry } : {}),
  })
  const { serverId, now } = options
  const holdBack = createHoldBack({ serverId, store, tombstones, forgotten, now })
  return { root, spool, store, lock, privacy, memoryFiles, tombstones, forgotten, holdBack }
}

/** Top folders of projects in which sessions were captured. */
export const knownFolders = ({ memoryFiles }: Pick<ServerStorage, 'memoryFiles'>): string[] =>
  memoryFiles.folders().flatMap(({ root }) => (root === '' ? [] : [root]))
