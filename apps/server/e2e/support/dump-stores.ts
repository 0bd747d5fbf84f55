import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { openEngine } from '@teamlore/db'
import { readAsOwner } from '@teamlore/db/testing'
import { Redis } from 'ioredis'

/** Text by where it was found, such as a table or a file. */
export type Kept = Map<string, string>

type Database = Parameters<typeof openEngine>[0]

/** Every row of every table there is, those of queues and of migrations included, past row-level security. */
export const rowsKept = async (database: Database): Promise<Kept> => {
  const engine = await openEngine(database)
  const kept: Kept = new Map()
  try {
    const tables = await readAsOwner<{ name: string }>(
      engine,
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema')`,
    )
    for (const { name } of tables) {
      const rows = await readAsOwner<{ row: string }>(
        engine,
        `select row_to_json(t)::text as row from ${name} t`,
      )
      kept.set(name, rows.map(({ row }) => row).join('\n'))
    }
  } finally {
    await engine.close()
  }
  return kept
}

/** Every key of a Redis database, whatever its type. */
export const keysKept = async (url: string): Promise<Kept> => {
  const redis = new Redis(url)
  const kept: Kept = new Map()
  const readers: Record<string, (key: string) => Promise<unknown>> = {
    string: (key) => redis.get(key),
    hash: (key) => redis.hgetall(key),
    list: (key) => redis.lrange(key, 0, -1),
    set: (key) => redis.smembers(key),
    zset: (key) => redis.zrange(key, '0', '-1'),
    stream: (key) => redis.xrange(key, '-', '+'),
  }
  try {
    for (const key of await redis.keys('*')) {
      const type = await redis.type(key)
      const read = readers[type]
      // It may have been taken away in the meantime.
      if (type === 'none') continue
      if (read === undefined) throw new Error(`No reader for the type ${type} of ${key}.`)
      kept.set(key, `${key} ${JSON.stringify(await read(key))}`)
    }
  } finally {
    redis.disconnect()
  }
  return kept
}

/** Every file below a folder; requests that wait to be sent are unpacked. */
export const filesKept = (folder: string): Map<string, Buffer> => {
  const files = new Map<string, Buffer>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    try {
      if (statSync(path).isFile()) files.set(path, unpacked(path, readFileSync(path)))
    } catch (error) {
      // A lock or a draft of a process that runs: it was there a moment ago.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return files
}

const unpacked = (path: string, bytes: Buffer): Buffer => {
  if (!path.endsWith('.batch')) return bytes
  const end = bytes.indexOf('\n')
  return Buffer.concat([bytes.subarray(0, end), brotliDecompressSync(bytes.subarray(end + 1))])
}
