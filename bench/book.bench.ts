/**
 * How fast a lorebook is: 10,000 generated files (`--sizes`) from text to a whole book, again with one file changed, and questions;
 * then the same through the use cases of a server (`--engine`), with every entity in the one search and, unless `--words`, embedded.
 */
import { loadavg } from 'node:os'
import {
  checkBook,
  currentState,
  ingestBook,
  newGraph,
  readProject,
  readSchema,
  relationshipsOf,
} from '@teamlore/lorebook'
import { readBenchOptions } from './harness/bench-options.ts'
import { askServer } from './harness/book-server.ts'
import { BOOK_SCHEMA, generatedFiles, projectWith } from './harness/generated-book.ts'
import { createRandom } from './harness/random.ts'
import { newReport, printReport } from './harness/report.ts'

const QUESTIONS = 500
const MB = 1_000_000

const options = readBenchOptions()
const FILES = options.sizes[0] ?? 10_000
const report = newReport('book')
const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits))

const { schema } = readSchema(BOOK_SCHEMA)
if (schema === undefined) throw new Error('The generated book is wrong.')
const files = generatedFiles(FILES)
const megabytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) / MB

const timed = <T>(work: () => T): { result: T; seconds: number; cpu: number } => {
  const cpu = process.cpuUsage()
  const start = performance.now()
  const result = work()
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  return { result, seconds, cpu: (user + system) / 1_000_000 }
}

const step = (name: string, { seconds, cpu }: { seconds: number; cpu: number }) => ({
  step: name,
  seconds: rounded(seconds),
  'cpu s': rounded(cpu),
  'MB/s': rounded(megabytes / seconds),
})
const quantile = (times: number[], at: number): number =>
  rounded([...times].sort((a, b) => a - b)[Math.floor(times.length * at)] ?? 0)
/** Reads, checks and asks a book by the package alone. */
const measurePackage = (links: boolean): void => {
  const { project } = readProject(projectWith(links))
  if (project === undefined) throw new Error('The generated book is wrong.')
  const whole = timed(() => ingestBook({ project, schema, files }))
  const { book, summary, reads } = whole.result
  const [changed, ...rest] = reads
  const again = timed(() =>
    ingestBook({
      project,
      schema,
      files: [{ path: changed?.path ?? '', hash: 'new', text: files[0]?.text ?? '' }, ...rest],
      previous: book.entities.map(({ key, source }) => ({
        key,
        path: source?.path ?? null,
        hash: source?.hash ?? null,
      })),
    }),
  )
  const checks = timed(() =>
    checkBook(
      book,
      files.map(({ path }) => path),
    ),
  )
  report.tables.push([
    {
      links: links ? 'on' : 'off',
      files: summary.files,
      MB: rounded(megabytes),
      entities: summary.entities,
      relationships: summary.relationships,
      events: summary.events,
      problems: book.problems.length,
    },
  ])
  report.tables.push([
    step('all files', whole),
    step('one file changed', again),
    step('all checks', checks),
  ])

  const graph = newGraph(book)
  const { pick } = createRandom(3)
  const asked = (ask: (key: string) => unknown): number[] =>
    Array.from({ length: QUESTIONS }, () => {
      const { key } = pick(book.entities)
      return timed(() => ask(key)).seconds * 1000
    })
  const questions = {
    'relationships, depth 1': asked((key) => relationshipsOf(graph, key, { depth: 1 })),
    'relationships, depth 3': asked((key) => relationshipsOf(graph, key, { depth: 3 })),
    'relationships, depth 5': asked((key) => relationshipsOf(graph, key, { depth: 5 })),
    state: asked((key) => {
      const entity = graph.byKey.get(key)
      return entity && currentState(book, entity, 'happened')
    }),
  }
  report.tables.push(
    Object.entries(questions).map(([question, times]) => ({
      question,
      'p50 ms': quantile(times, 0.5),
      'p95 ms': quantile(times, 0.95),
    })),
  )
  report.figures.push({
    links,
    megabytes: rounded(megabytes),
    mb_per_s: rounded(megabytes / whole.seconds),
    one_changed_s: rounded(again.seconds),
  })
}

const engine = options.engines[0] ?? 'embedded'

/** Sends a book to the use cases of a server and asks them. */
const measureServer = async (links: boolean): Promise<void> => {
  const served = await askServer(files, {
    engine,
    questions: options.questions ?? 100,
    isEmbedded: !options.words,
    links,
  })
  const title = `links ${links ? 'on' : 'off'}, ${engine}`
  report.tables.push(
    served.steps.map(({ step: name, seconds, cpu, 'MB/s': rate }) => ({
      [`on the server, ${title}`]: name,
      seconds: rounded(seconds),
      'cpu s': rounded(cpu),
      'MB/s': rounded(rate),
      load: rounded(loadavg()[0] ?? 0, 1),
    })),
  )
  report.tables.push(
    [...served.asked].map(([question, times]) => ({
      [`asked of the server, ${title}`]: question,
      'p50 ms': quantile(times, 0.5),
      'p95 ms': quantile(times, 0.95),
    })),
  )
}

for (const links of [false, true]) {
  measurePackage(links)
  await measureServer(links)
}
printReport(report, options)
