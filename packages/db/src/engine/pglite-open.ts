import { existsSync, fdatasyncSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { vector } from '@electric-sql/pglite-pgvector'
import { cacheMegabytes, databaseMegabytes } from './page-cache.ts'
import { assertPgliteVersion, installedVersion } from './pglite-version.ts'
import type { ThreadFacts, ThreadStart } from './thread-protocol.ts'

const EXTENSIONS = { vector, pg_trgm, unaccent, btree_gin }

export type OpenPglite = { pglite: PGlite; facts(): ThreadFacts }

type NodeFileStream = { nfd?: number | null }
type StreamOperations = { fsync?: (stream: NodeFileStream) => number }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Walks to the operations table of the Node file system; says so when the internals have moved. */
const streamOperationsOf = (pglite: PGlite): StreamOperations => {
  let step: unknown = pglite
  for (const key of ['Module', 'FS', 'filesystems', 'NODEFS', 'stream_ops']) {
    step = isObject(step) || typeof step === 'function' ? Reflect.get(step, key) : undefined
  }
  if (!isObject(step)) {
    throw new Error(
      'The embedded database has no NODEFS stream operations: it cannot be made durable.',
    )
  }
  return step
}

/**
 * PGlite starts Postgres with `-F` (no fsync) and its Node file system has no fsync operation, so
 * a power cut could lose committed work. The start parameters below ask for fsync again, and this
 * makes it reach the disk. `wal_sync_method=fsync` is needed because fdatasync is a no-op there.
 */
const installFsync = (pglite: PGlite): { calls: number } => {
  const counter = { calls: 0 }
  streamOperationsOf(pglite).fsync = ({ nfd }) => {
    if (typeof nfd === 'number') fdatasyncSync(nfd)
    counter.calls += 1
    return 0
  }
  return counter
}

const DURABLE_START = ['-c', 'wal_sync_method=fsync']

const withCache = (clusterDir: string): string[] => [
  '-c',
  `shared_buffers=${cacheMegabytes(databaseMegabytes(clusterDir))}MB`,
]

const templateBlob = (path: string | undefined): Pick<PGliteOptions, 'loadDataDir'> =>
  path === undefined ? {} : { loadDataDir: new Blob([new Uint8Array(readFileSync(path))]) }

/** Runs in the database thread. */
export const openPglite = async (start: ThreadStart): Promise<OpenPglite> => {
  const pgliteVersion = installedVersion('@electric-sql/pglite')
  assertPgliteVersion(pgliteVersion)
  const { clusterDir, template } = start
  const created = clusterDir === undefined || !existsSync(join(clusterDir, 'PG_VERSION'))
  const durable = PGlite.defaultStartParams.filter((flag) => flag !== '-F')
  const pglite = await PGlite.create({
    extensions: EXTENSIONS,
    ...(created ? templateBlob(template) : {}),
    ...(clusterDir === undefined
      ? {}
      : {
          dataDir: clusterDir,
          startParams: [...durable, ...DURABLE_START, ...withCache(clusterDir)],
        }),
  })
  const fsync = clusterDir === undefined ? { calls: 0 } : installFsync(pglite)
  // Raw timestamps then read the same as on a server that is set up the same.
  // A vector index that does not fit while it is built takes ten times as long; nothing takes more than it needs.
  await pglite.exec(
    `SET search_path TO ${start.searchPath.join(', ')}; SET TimeZone TO 'UTC'; SET maintenance_work_mem TO '512MB'`,
  )
  return { pglite, facts: () => ({ pgliteVersion, fsyncCalls: fsync.calls, created }) }
}
