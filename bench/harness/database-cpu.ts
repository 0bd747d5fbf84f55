import { readFileSync } from 'node:fs'
import type { Engine } from '@teamlore/db'
import { selectRows } from './select-rows.ts'

/** Linux reports processor time in hundredths of a second, on every machine it runs on today. */
const TICK_MS = 10

/** Milliseconds a process has used; undefined where there is no such process of PostgreSQL's on this machine. */
const cpuOf = (pid: number): number | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    if (!text.includes('(postgres)')) return undefined
    // After the name in brackets: state, then 10 fields, then user and system time.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return undefined
  }
}

/**
 * Processor time that the server has spent on the connections of this database, in milliseconds; undefined for the
 * embedded engine, whose time is this process's, and for a server on another machine.
 */
export const databaseCpu = async (engine: Engine): Promise<number | undefined> => {
  if (engine.kind === 'embedded') return undefined
  const found = await selectRows<{ pid: number }>(
    engine,
    `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
  )
  const used = found.flatMap(({ pid }) => cpuOf(pid) ?? [])
  return used.length < found.length ? undefined : used.reduce((sum, ms) => sum + ms, 0)
}
