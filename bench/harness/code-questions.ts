import { createHash } from 'node:crypto'
import { makeBlameLines, makeGetWhy } from '@teamlore/core'
import { whyQuerySchema } from '@teamlore/shared/why'
import type { BenchOptions } from './bench-options.ts'
import { openBenchWorld } from './bench-world.ts'
import { type CodeSize, fileOfCommit, loadCode } from './load-code.ts'
import { createRandom } from './random.ts'
import { newReport, printReport, progress, type Row } from './report.ts'
import { percentile } from './statistics.ts'
import { time } from './timing.ts'

const SIZE: CodeSize = { files: 10_000, commits: 20_000, sessions: 2_000, memories: 100_000 }
const QUESTIONS = 300
const WARM = 30
const LINES_OF_A_FILE = 200

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
const shaOf = (commit: number): string => md5(`sha${commit}`) + md5(`more${commit}`).slice(0, 8)
const printOf = (commit: number, place: number, line: number): string =>
  md5(line === 0 ? `common${commit % 50}` : `line${commit}-${place}-${line}`).slice(0, 16)

const random = createRandom(4)

/** A line as git blames it: the commit it comes from, and its fingerprint. */
const someLine = () => {
  const [commit, place] = [random.int(SIZE.commits - 1_000), random.int(3)]
  return {
    path: fileOfCommit(commit, place, SIZE.files),
    sha: shaOf(commit),
    print: printOf(commit, place, random.int(12)),
  }
}

type World = Awaited<ReturnType<typeof openBenchWorld>>
type Team = Awaited<ReturnType<World['addTeam']>>
type Question = { what: string; ask: () => Promise<unknown> }

const whyQuestions = ({ unitOfWork }: World, { scope }: Team): Question[] => {
  const why = makeGetWhy({ unitOfWork })
  const ask = (more: object) =>
    why(scope, whyQuerySchema.parse({ project: 'acme/harbour', ...more }))
  return [
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
}

const blameQuestions = ({ unitOfWork }: World, { scope }: Team): Question[] => {
  const blame = makeBlameLines({ unitOfWork })
  return [
    { what: 'blame of a line', ask: () => blame(scope, { lines: [someLine()] }) },
    {
      what: `blame of a file of ${LINES_OF_A_FILE} lines`,
      ask: () => blame(scope, { lines: Array.from({ length: LINES_OF_A_FILE }, someLine) }),
    },
  ]
}

/** How long answers about code take, alone and warm. */
export const benchQuestions = async (
  name: 'why' | 'blame',
  { json, engines, questions = QUESTIONS }: BenchOptions,
): Promise<void> => {
  const report = newReport(name)
  for (const kind of engines) {
    const world = await openBenchWorld(kind)
    try {
      const team = await world.addTeam()
      const [userId] = team.userIds
      if (userId === undefined) throw new Error('The team has nobody in it.')
      progress(`${name}: ${SIZE.memories} memories, ${SIZE.commits} commits, ${SIZE.files} files`)
      await loadCode(world.engine, { teamId: team.teamId, userId }, SIZE)
      const asked = (name === 'why' ? whyQuestions : blameQuestions)(world, team)
      const rows: Row[] = []
      for (const { what, ask } of asked) {
        progress(`${name}: ${what}`)
        for (let n = 0; n < WARM; n++) await ask()
        const { ms } = await time(world.engine, questions, { users: 1, pauseMs: 0 }, ask)
        rows.push({
          ...{ engine: kind, what, questions },
          'p50 ms': Math.round(percentile(ms, 0.5) * 10) / 10,
          'p95 ms': Math.round(percentile(ms, 0.95) * 10) / 10,
        })
      }
      report.tables.push(rows)
      report.figures.push(...rows)
    } finally {
      await world.close()
    }
  }
  report.notes.push(
    `Goal: p95 under 200 ms. A project of ${SIZE.files} files, ${SIZE.memories} memories, ${SIZE.commits} commits and ${SIZE.sessions} sessions, written by the database itself; one asker, after ${WARM} questions that do not count.`,
    'What is measured is the server; lore also starts, and asks git who wrote the line.',
  )
  printReport(report, { json })
}
