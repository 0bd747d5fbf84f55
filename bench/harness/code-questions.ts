import { createHash } from 'node:crypto'
import { makeBlameLines, makeOpenBooks } from '@teamlore/core'
import { makeGetWhy } from '@teamlore/core/why'
import { blameRequestSchema } from '@teamlore/shared/blame'
import { whyQuerySchema } from '@teamlore/shared/why'
import type { BenchEngine, BenchOptions } from './bench-options.ts'
import { openBenchWorld } from './bench-world.ts'
import { openCodeServer } from './code-server.ts'
import { type CodeSize, fileOfCommit, loadCode, UNLINKED } from './load-code.ts'
import { createRandom } from './random.ts'
import { newReport, printReport, progress, type Row } from './report.ts'
import { percentile } from './statistics.ts'
import { ALONE, time } from './timing.ts'

/** Ten memories for each file, two commits for each, a session for ten of these. */
const sizeOf = (memories: number): CodeSize => ({
  memories,
  files: memories / 10,
  commits: memories / 5,
  sessions: memories / 50,
})
const QUESTIONS = 300
const WARM = 30
const LINES_OF_A_FILE = 200
const PROJECT = 'acme/harbour'

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
const shaOf = (commit: number): string => md5(`sha${commit}`) + md5(`more${commit}`).slice(0, 8)
const printOf = (commit: number, place: number, line: number): string =>
  md5(line === 0 ? `common${commit % 50}` : `line${commit}-${place}-${line}`).slice(0, 16)

/** Lines that are the commit's own, and those that fifty commits have. */
const LINES_OF_COMMIT = [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]

type SomeLine = () => { path: string; sha: string; print: string }

/** A line as git blames it: the commit it comes from, and its fingerprint. */
const linesOf = ({ commits, files }: CodeSize): SomeLine => {
  const random = createRandom(4)
  return () => {
    const [commit, place] = [random.int(commits - UNLINKED), random.int(3)]
    return {
      path: fileOfCommit(commit, place, files),
      sha: shaOf(commit),
      print: printOf(commit, place, random.pick(LINES_OF_COMMIT)),
    }
  }
}

type World = Awaited<ReturnType<typeof openBenchWorld>>
type Team = Awaited<ReturnType<World['addTeam']>>
type Question = { what: string; ask: () => Promise<unknown> }

type Asking = { why: (more: object) => Promise<unknown>; blame: (body: object) => Promise<unknown> }

/** By the use cases alone, and through the server's HTTP door. */
const askingOf = async (
  { unitOfWork, engine }: World,
  { scope }: Team,
): Promise<{ doors: Record<string, Asking>; close: () => Promise<void> }> => {
  const why = makeGetWhy({ unitOfWork, openBooks: makeOpenBooks({ unitOfWork }) })
  const blame = makeBlameLines({ unitOfWork })
  const server = await openCodeServer(engine, scope)
  return {
    doors: {
      'use case': {
        why: (more) => why(scope, whyQuerySchema.parse({ project: PROJECT, ...more })),
        blame: (body) => blame(scope, blameRequestSchema.parse(body)),
      },
      HTTP: {
        why: (more) => server.get('/v1/why', { project: PROJECT, ...more }),
        blame: (body) => server.post('/v1/blame', body),
      },
    },
    close: server.close,
  }
}

const whyQuestions = ({ why: ask }: Asking, someLine: SomeLine): Question[] => [
  { what: 'why of a file', ask: () => ask({ path: someLine().path }) },
  {
    what: 'why of a line',
    ask: () => {
      const { path, sha, print } = someLine()
      return ask({ path, line: 12, line_sha: sha, line_print: print })
    },
  },
  {
    what: 'why of a diff of 20 files',
    ask: () => ask({ path: Array.from({ length: 20 }, () => someLine().path).join('\n') }),
  },
  {
    what: 'why of a file, about work',
    ask: () => ask({ path: someLine().path, about: 'Moor the harbour from the south.' }),
  },
]

const blameQuestions = ({ blame }: Asking, someLine: SomeLine): Question[] => [
  { what: 'blame of a line', ask: () => blame({ lines: [someLine()] }) },
  {
    what: `blame of a file of ${LINES_OF_A_FILE} lines`,
    ask: () => blame({ lines: Array.from({ length: LINES_OF_A_FILE }, someLine) }),
  },
]

type Measured = { name: 'why' | 'blame'; kind: BenchEngine; size: CodeSize; questions: number }

const measure = async ({ name, kind, size, questions }: Measured): Promise<Row[]> => {
  const world = await openBenchWorld(kind)
  try {
    const team = await world.addTeam()
    const [userId] = team.userIds
    if (userId === undefined) throw new Error('The team has nobody in it.')
    progress(`${name}: ${size.memories} memories, ${size.commits} commits, ${size.files} files`)
    await loadCode(world.engine, { teamId: team.teamId, userId }, size)
    const { doors, close } = await askingOf(world, team)
    const rows: Row[] = []
    for (const [door, asking] of Object.entries(doors))
      for (const { what, ask } of (name === 'why' ? whyQuestions : blameQuestions)(
        asking,
        linesOf(size),
      )) {
        progress(`${name}: ${what}, ${door}`)
        for (let n = 0; n < WARM; n++) await ask()
        const { ms, cpuMs, databaseMs } = await time(world.engine, questions, ALONE, ask)
        rows.push({
          engine: kind,
          memories: size.memories,
          what,
          by: door,
          'p50 ms': Math.round(percentile(ms, 0.5) * 10) / 10,
          'p95 ms': Math.round(percentile(ms, 0.95) * 10) / 10,
          'Node CPU ms': Math.round(cpuMs * 10) / 10,
          'database CPU ms': databaseMs === undefined ? null : Math.round(databaseMs * 10) / 10,
        })
      }
    await close()
    return rows
  } finally {
    await world.close()
  }
}

/** How long answers about code take, alone and warm. */
export const benchQuestions = async (
  name: 'why' | 'blame',
  { json, engines, sizes, questions = QUESTIONS }: BenchOptions,
): Promise<void> => {
  const report = newReport(name)
  for (const kind of engines)
    for (const memories of sizes) {
      const rows = await measure({ name, kind, size: sizeOf(memories), questions })
      report.tables.push(rows)
      report.figures.push(...rows)
    }
  report.notes.push(
    `Goal: p95 under 200 ms with 100,000 memories in a repository of 10,000 files (--sizes 100k). Ten memories for each file, two commits for each; written by the database itself. One asker, ${questions} questions after ${WARM} that do not count.`,
    'What is measured is the server; lore also starts, and asks git who wrote the line.',
  )
  printReport(report, { json })
}
