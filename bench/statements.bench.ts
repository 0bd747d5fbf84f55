/**
 * What statements read when there is twice as much: a session of n and 2n messages, a project of m and 2m sessions, a team of k and
 * 2k memories, with every job, sweep and read over them. Judged by rows and pages, not by the clock; a statement that grows with
 * the square is named, and the run fails. `--sizes 36k,1200,50k` for the full form, `--sizes 240` for the short one of CI: the larger
 * figure of each pair is meant, and 0 leaves a kind out.
 */
import { type BenchEngine, readBenchOptions } from './harness/bench-options.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { bringIn, remember } from './harness/statements/fill-scene.ts'
import { dearest, grownTooMuch } from './harness/statements/growth.ts'
import { longSession, manySessions } from './harness/statements/made-up-work.ts'
import type { Recorded } from './harness/statements/recorder.ts'
import { runEverything } from './harness/statements/run-everything.ts'
import { openScene, type Scene } from './harness/statements/scene.ts'

/** Of the larger one: messages of a session, sessions of a project, memories of a team. */
const SMALL = [240, 16, 200] as const
const DEAREST = 10
const SHOWN = 150

type Kind = {
  name: string
  /** From here on jobs look at no more than their bounds allow, and all runs of a statement are judged together. */
  bounded: number
  fill: (scene: Scene, size: number) => Promise<void>
}

const KINDS: readonly Kind[] = [
  {
    name: 'messages of a session',
    bounded: 10_000,
    fill: (scene, size) => bringIn(scene, longSession(size)),
  },
  {
    name: 'sessions of a project',
    bounded: 600,
    fill: (scene, size) => bringIn(scene, manySessions(size)),
  },
  {
    name: 'memories of a team',
    bounded: 10_000,
    fill: async (scene, size) => {
      await bringIn(scene, manySessions(4))
      await remember(scene, size)
    },
  },
]

type Run = { recorded: Recorded[]; left: string[] }

const runOnce = async (engine: BenchEngine, { name, fill }: Kind, size: number): Promise<Run> => {
  const began = performance.now()
  const scene = await openScene(engine)
  try {
    const times = new Map<string, number>()
    await fill(scene, size)
    const filled = performance.now()
    const left = await runEverything(scene, (what, ms) =>
      times.set(what, (times.get(what) ?? 0) + ms),
    )
    const slow = [...times]
      .filter(([, ms]) => ms > 5_000)
      .map(([what, ms]) => `${what} ${Math.round(ms / 1_000)} s`)
    progress(
      `statements on ${engine}: ${size} ${name} in ${Math.round((performance.now() - began) / 1_000)} s, ${Math.round((filled - began) / 1_000)} s of it to make them${slow.length > 0 ? `; ${slow.join(', ')}` : ''}`,
    )
    return { recorded: scene.recorder.recorded(), left }
  } finally {
    await scene.close()
  }
}

const { json, engines, sizes } = readBenchOptions(undefined, { sizes: SMALL.join(',') })
const report = newReport('statements')
for (const engine of engines)
  for (const [index, kind] of KINDS.entries()) {
    const size = sizes[index]
    if (size === undefined || size === 0) continue
    const once = await runOnce(engine, kind, Math.round(size / 2))
    const twice = await runOnce(engine, kind, size)
    const line = { engine, of: kind.name }
    const dear = dearest(twice.recorded, DEAREST).map(
      ({ activity, statement, calls, rows, buffers }): Row => ({
        ...line,
        activity,
        calls,
        rows,
        buffers,
        statement: statement.slice(0, SHOWN),
      }),
    )
    const judged = size < kind.bounded ? 'run' : 'sum'
    const grown = grownTooMuch(once.recorded, twice.recorded, judged)
    report.tables.push(dear)
    report.figures.push(...dear, { ...line, grown })
    for (const {
      heaviest,
      activity,
      statement,
      measure,
      once: before,
      twice: after,
      growth,
    } of grown)
      report.notes.push(
        `Grows with more than the work: ${engine}, ${kind.name}, ${activity}: ${before} ${measure} became ${after} (${growth.toFixed(1)} times), most by ${heaviest}: ${statement}`,
      )
    if (grown.length > 0) process.exitCode = 1
    // Said at once: all of it takes hours, and a run that is broken off has judged what it had by then.
    progress(
      `statements on ${engine}: ${twice.recorded.length} of ${size} ${kind.name}, ${grown.length === 0 ? 'none grows with more than the work' : `${grown.length} grow with more than the work`}`,
    )
    if (index === 0) report.notes.push(`Not asked: ${twice.left.join(', ')}.`)
  }
printReport(report, { json })
