import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AGENT } from './agent-process.ts'
import type { AgentWorld } from './agent-world.ts'
import type { Row } from './report.ts'

const run = promisify(execFile)

type Profile = {
  nodes: { id: number; callFrame: { functionName: string }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

/** Functions of the agent that begin a stage; what runs below one belongs to it, unless another begins there. */
const STAGES: ReadonlyMap<string, string> = new Map([
  ['advance', 'reading and parsing'],
  ['readParts', 'reading and parsing'],
  ['outcome', 'settling the session'],
  ['letGo', 'settling the session'],
  ['leaveOut', 'settling the session'],
  ['redactMessage', 'redacting'],
  ['fingerprintsOf', 'redacting'],
  ['makeDelta', 'hashing and writing JSON'],
  ['flush', 'packing'],
  ['packBody', 'packing'],
  ['(garbage collector)', 'collecting garbage'],
])
const IDLE = new Set(['(idle)', '(program)'])

/** Milliseconds of the main thread by stage. */
const stagesOf = ({ nodes, samples, timeDeltas }: Profile): Map<string, number> => {
  const stageOf = new Map<number, string>()
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const enter = (id: number, above: string): void => {
    const node = byId.get(id)
    const name = node?.callFrame.functionName ?? ''
    const stage = IDLE.has(name) ? 'idle' : (STAGES.get(name) ?? above)
    stageOf.set(id, stage)
    for (const child of node?.children ?? []) enter(child, stage)
  }
  enter(nodes[0]?.id ?? 0, 'everything else')
  const ms = new Map<string, number>()
  for (const [at, id] of samples.entries()) {
    const stage = stageOf.get(id) ?? 'everything else'
    ms.set(stage, (ms.get(stage) ?? 0) + (timeDeltas[at] ?? 0) / 1_000)
  }
  ms.delete('idle')
  return ms
}

/** What each stage of an import costs: a profile of the bundled command itself. Compression runs beside it, in other threads. */
export const measureStages = async (
  { home, configDir, largeFile }: AgentWorld,
  bytes: number,
): Promise<Row[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'teamlore-profile-'))
  try {
    const flags = ['--cpu-prof', '--cpu-prof-dir', folder]
    await run(process.execPath, [...flags, AGENT, 'import', '--dry-run', '--path', largeFile], {
      env: { PATH: process.env['PATH'] ?? '', HOME: home, LORE_CONFIG_DIR: configDir },
    })
    const [name = ''] = readdirSync(folder)
    const profile = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profile
    return [...stagesOf(profile)]
      .toSorted(([, a], [, b]) => b - a)
      .map(([stage, ms]) => ({
        stage,
        'ms of the main thread': Math.round(ms),
        'mb/s': Math.round(bytes / 1e3 / ms),
      }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
