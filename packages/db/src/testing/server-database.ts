import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { sqlstate } from '../engine/rows.ts'

export type ServerDatabase = { name: string; url: string; drop(): Promise<void> }

const onServer = async (serverUrl: string, statement: string): Promise<void> => {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} })
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}

/** Autovacuum may look into the template just now; Postgres calls that `object_in_use`. */
const withPatience = async (work: () => Promise<void>): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 20 || sqlstate(error) !== '55006') throw error
      await sleep(100 * attempt)
    }
  }
}

/** A new database of its own on a real server, copied from `template` when given. */
export const createServerDatabase = async (
  serverUrl: string,
  { template }: { template?: string } = {},
): Promise<ServerDatabase> => {
  const name = `teamlore_test_${Date.now().toString(36)}_${randomBytes(5).toString('hex')}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const from = template === undefined ? '' : ` template ${template}`
  await withPatience(() => onServer(serverUrl, `create database ${name}${from}`))
  return {
    name,
    url: url.href,
    drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
  }
}
