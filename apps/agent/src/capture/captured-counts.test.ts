import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsonl, typed } from '@teamlore/sources/claude-code/testing/records'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CaptureState, readCaptureState } from '../platform/capture-state.ts'
import { toolCountsOf } from '../report/tool-counts.ts'
import { buildCaptureMachine, buildCaptureTool } from '../testing/fake-data.ts'
import { serverRoot } from './state-store.ts'
import { type ImportBench, importBench } from './testing/import-bench.ts'

const idOf = (n: number): string => `${n}1111111-aaaa-4aaa-8aaa-111111111111`
const rootOf = ({ state, server }: ImportBench): string => serverRoot(state.path, server.baseUrl)
const indexOf = (bench: ImportBench): string => join(rootOf(bench), 'files.json')

const linesOf = (session: number, from: number, to: number): string =>
  jsonl(
    Array.from({ length: Math.max(0, to - from) }, (_, i) =>
      typed(`s${session}u${from + i}`, null, `line ${from + i}`, { sessionId: idOf(session) }),
    ),
  )

const inBench = async (work: (bench: ImportBench) => Promise<void>): Promise<void> => {
  const bench = await importBench()
  try {
    await work(bench)
  } finally {
    await bench.close()
  }
}

const stateOf = async (bench: ImportBench): Promise<CaptureState> => {
  const state = await readCaptureState(rootOf(bench))
  if (state === undefined) throw new Error('nothing was written about capture')
  return state
}
const heldIn = ({ server }: ImportBench) => ({
  sessions: [...server.held.values()].filter(({ messages }) => messages.size > 0).length,
  messages: [...server.held.values()].reduce((sum, { messages }) => sum + messages.size, 0),
})

/** What may become of the file of a session, or of what is written down about it. */
const stepArb = fc.oneof(
  fc.record({
    does: fc.constant('write' as const),
    file: fc.integer({ min: 0, max: 2 }),
    session: fc.integer({ min: 0, max: 2 }),
    from: fc.integer({ min: 0, max: 4 }),
    to: fc.integer({ min: 0, max: 9 }),
  }),
  fc.record({ does: fc.constant('remove' as const), file: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ does: fc.constantFrom('lose index', 'kill', 'be older') }),
)
type Step = typeof stepArb extends fc.Arbitrary<infer T> ? T : never

const fileOf = (bench: ImportBench, file: number): string => join(bench.files.path, `${file}.jsonl`)

const take = async (bench: ImportBench, step: Step): Promise<void> => {
  if ('session' in step)
    writeFileSync(fileOf(bench, step.file), linesOf(step.session, step.from, step.to))
  else if ('file' in step) rmSync(fileOf(bench, step.file), { force: true })
  else if (step.does === 'lose index') rmSync(indexOf(bench), { force: true })
  else if (step.does === 'be older' && existsSync(indexOf(bench)))
    writeFileSync(indexOf(bench), asBefore(bench))
}

/** The index as it was written before it held what was captured. */
const asBefore = (bench: ImportBench): string => {
  const { captured: _, ...index } = JSON.parse(readFileSync(indexOf(bench), 'utf8'))
  return JSON.stringify(index)
}

/** An import; of one that is killed, the index is as it was before. */
const runAfter = async (bench: ImportBench, { does }: Step): Promise<void> => {
  if (does !== 'kill') return void (await bench.run())
  const index = indexOf(bench)
  const before = existsSync(index) && { text: readFileSync(index), at: statSync(index).mtime }
  writeFileSync(fileOf(bench, 3), linesOf(3, 0, 5))
  await bench.run()
  rmSync(fileOf(bench, 3))
  if (before === false) return rmSync(index)
  writeFileSync(index, before.text)
  utimesSync(index, before.at, before.at)
}

describe('what was read here', () => {
  test('is what was captured, whatever became of the files: as much as the server has', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArb, { minLength: 1, maxLength: 8 }), (steps) =>
        inBench(async (bench) => {
          writeFileSync(fileOf(bench, 0), linesOf(0, 0, 6))
          await bench.run()
          for (const step of steps) {
            await take(bench, step)
            await runAfter(bench, step)
          }
          await bench.run()
          const [tool] = (await stateOf(bench)).tools
          expect(tool).toMatchObject(heldIn(bench))
        }),
      ),
      { numRuns: 30 },
    )
  })

  test('does not become less with its file, so that what vanished from the server is missing', () =>
    inBench(async (bench) => {
      const path = fileOf(bench, 0)
      writeFileSync(path, linesOf(0, 0, 16))
      await bench.run()
      rmSync(path)
      await bench.run()
      writeFileSync(path, linesOf(0, 0, 4))
      await bench.run()
      const state = await stateOf(bench)
      expect(state.tools).toMatchObject([{ sessions: 1, messages: 16 }])
      const tool = buildCaptureTool()
      const holding = (messages: number) =>
        buildCaptureMachine({ tools: [{ ...tool, server: { ...tool.server, messages } }] })
      expect(toolCountsOf(state, holding(16))).toMatchObject([{ missing: 0 }])
      expect(toolCountsOf(state, holding(4))).toMatchObject([{ missing: 12 }])
    }))

  test('does not become less either where what is known of a session is lost', () =>
    inBench(async (bench) => {
      writeFileSync(fileOf(bench, 0), linesOf(0, 0, 16))
      await bench.run()
      rmSync(join(rootOf(bench), 'sessions'), { recursive: true })
      writeFileSync(fileOf(bench, 0), linesOf(0, 0, 4))
      await bench.run()
      expect((await stateOf(bench)).tools).toMatchObject([{ messages: 16 }])
    }))

  test('begins again where all that was kept about the server is removed', () =>
    inBench(async (bench) => {
      writeFileSync(fileOf(bench, 0), linesOf(0, 0, 16))
      await bench.run()
      writeFileSync(fileOf(bench, 0), linesOf(0, 0, 4))
      rmSync(rootOf(bench), { recursive: true })
      await bench.run()
      expect((await stateOf(bench)).tools).toMatchObject([{ messages: 4 }])
    }))
})

test('files of a tool stay seen when a folder elsewhere is imported by its name', () =>
  inBench(async (bench) => {
    for (const n of [1, 2])
      bench.files.write(`.claude/projects/-p/${idOf(n)}.jsonl`, linesOf(n, 0, 2))
    await bench.runHome()
    bench.files.write(`named/${idOf(3)}.jsonl`, linesOf(3, 0, 2))
    await bench.run({ path: join(bench.files.path, 'named') })
    expect((await stateOf(bench)).tools).toMatchObject([{ files: 2, sessions: 3 }])
    rmSync(join(bench.files.path, '.claude'), { recursive: true })
    await bench.runHome()
    expect((await stateOf(bench)).tools).toMatchObject([{ files: 0, sessions: 3 }])
  }))
