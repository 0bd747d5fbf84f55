import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Row } from './report.ts'
import type { ServerProcess } from './server-process.ts'
import { percentile } from './statistics.ts'

type Line = {
  time: number
  msg: string
  lane: string
  work: string
  took_ms: number
  statements: number
  slowest: string
  slowest_ms: number
}

const LONGEST = 20
const TEXT = 110

/** What the server's log says of turns on the database of 50 ms and more, by job or use case. It must log at `debug`. */
export const longTurns = (server: ServerProcess, since: number): Row[] => {
  const text = readFileSync(join(server.folder, 'home', 'server.log'), 'utf8')
  const found = new Map<string, Line[]>()
  for (const line of text.split('\n')) {
    if (!line.includes('a turn on the database was long')) continue
    const turn: Line = JSON.parse(line)
    if (turn.time < since) continue
    const key = `${turn.lane} ${turn.work}`
    found.set(key, [...(found.get(key) ?? []), turn])
  }
  const rows = [...found].map(([key, turns]) => {
    const [longest] = turns.sort((a, b) => b.took_ms - a.took_ms)
    const took = turns.map(({ took_ms }) => took_ms)
    return {
      'lane, work': key,
      'turns ≥ 50 ms': turns.length,
      'ms p50': percentile(took, 0.5),
      'ms worst': longest?.took_ms ?? 0,
      statements: longest?.statements ?? 0,
      'slowest ms': longest?.slowest_ms ?? 0,
      slowest: longest?.slowest.slice(0, TEXT) ?? '',
    }
  })
  return rows.sort((a, b) => b['ms worst'] - a['ms worst']).slice(0, LONGEST)
}

/** Seconds of turns by lane and work, out of /metrics. */
export const turnSeconds = async (server: ServerProcess): Promise<Map<string, number>> => {
  const text = await server.text('/metrics')
  const found = new Map<string, number>()
  const line =
    /^teamlore_database_turn_duration_seconds_sum\{lane="([^"]+)",work="([^"]+)"\} (\S+)$/gm
  for (const [, lane, work, seconds] of text.matchAll(line))
    found.set(`${lane} ${work}`, Number(seconds))
  return found
}

/** Whose turns took most of the time between two looks. */
export const shares = (
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  seconds: number,
): Row[] =>
  [...after]
    .map(([key, sum]) => ({ 'lane, work': key, spent: sum - (before.get(key) ?? 0) }))
    .sort((a, b) => b.spent - a.spent)
    .slice(0, 12)
    .map(({ spent, ...row }) => ({ ...row, 's in turns': spent, share: spent / seconds }))
