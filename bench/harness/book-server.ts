import {
  grantTeamScope,
  makeCheckBookConsistency,
  makeEmbedDocuments,
  makeGetBookEntity,
  makeGetBookRelationships,
  makeGetBookState,
  makeGetBookTimeline,
  makeIngestBook,
  makeListBookEntities,
  makeOpenBooks,
  makeQueryBookSql,
  makeSearch,
  makeSearchBook,
} from '@teamlore/core'
import { analyseBooks, registerEmbeddingSpace } from '@teamlore/db'
import type { SourceFile } from '@teamlore/lorebook'
import { createFakeEmbedder } from '@teamlore/models/testing'
import { searchQuerySchema } from '@teamlore/shared'
import type { BenchEngine } from './bench-options.ts'
import { type BenchTeam, type BenchWorld, openBenchWorld } from './bench-world.ts'
import { openBookFolder } from './book-folder.ts'
import { BOOK_SCHEMA, projectWith } from './generated-book.ts'
import { createRandom } from './random.ts'

type Asked = Map<string, number[]>
type Step = { step: string; seconds: number; cpu: number; 'MB/s': number }
export type Served = { steps: Step[]; asked: Asked }
type Sent = { path: string; hash: string; text?: string }

const MB = 1_000_000
/** Characters of texts in one request, as the agent sends them. */
const PART = 5_000_000

const timed = async (work: () => Promise<unknown>): Promise<{ ms: number; cpu: number }> => {
  const cpu = process.cpuUsage()
  const start = performance.now()
  await work()
  const ms = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  return { ms, cpu: (user + system) / 1_000_000 }
}

const scopesOf = (team: BenchTeam) => {
  const actor = { kind: 'user', via: 'api_key' } as const
  return {
    member: grantTeamScope({ ...team.scope, role: 'member', actor }, 'member'),
    admin: grantTeamScope({ ...team.scope, role: 'admin', actor }, 'admin'),
  }
}
type Scopes = ReturnType<typeof scopesOf>

/** Sends a book as the agent does: names and hashes, then the texts that are lacking, then names and hashes. */
const makeSend = ({ unitOfWork }: BenchWorld, { member }: Scopes, project: string) => {
  const ingest = makeIngestBook({ unitOfWork })
  const ask = (files: Sent[], has_more = false, full = false) =>
    ingest(member, {
      book: 'generated',
      request: {
        project,
        schema: BOOK_SCHEMA,
        files,
        has_more,
        full,
        is_past: false,
        dry_run: false,
      },
    })
  return async (files: readonly SourceFile[], full = false): Promise<void> => {
    const listed = files.map(({ path, hash }) => ({ path, hash }))
    const { wanted } = full ? { wanted: listed.map(({ path }) => path) } : await ask(listed)
    if (wanted.length === 0 && !full) return
    const lacking = new Set(wanted)
    let part: SourceFile[] = []
    for (const file of files.filter(({ path }) => lacking.has(path))) {
      part.push(file)
      if (part.reduce((sum, { text }) => sum + text.length, 0) < PART) continue
      await ask(part, true, full)
      part = []
    }
    if (part.length > 0) await ask(part, true, full)
    await ask(listed, false, full)
  }
}

type Options = {
  engine: BenchEngine
  questions: number
  isEmbedded: boolean
  /** Whether links in texts are relationships. */
  links: boolean
}

/** Sends the files to the use cases of a server and asks it, `questions` times each. */
export const askServer = async (
  files: readonly SourceFile[],
  { engine, questions, isEmbedded, links }: Options,
): Promise<Served> => {
  const world = await openBenchWorld(engine, undefined, { isOnDisk: true })
  const team = await world.addTeam()
  const scopes = scopesOf(team)
  const project = projectWith(links)
  const send = makeSend(world, scopes, project)
  const [first, ...rest] = files
  const changed = { path: first?.path ?? '', hash: 'new', text: `${first?.text ?? ''}\nMore.\n` }
  const megabytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) / MB
  const steps: Step[] = []
  const step = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const { ms, cpu } = await timed(work)
    steps.push({ step: name, seconds: ms / 1000, cpu, 'MB/s': (megabytes * 1000) / ms })
  }
  const member = scopes.member
  const ingest = makeIngestBook({ unitOfWork: world.unitOfWork })
  const folder = openBookFolder(files, {
    project,
    ingest: (request) => ingest(member, { book: 'of a folder', request }),
  })
  await step('a folder, all files', () => folder.send())
  await step('a folder, nothing changed', () => folder.send())
  folder.write({ path: changed.path, text: changed.text })
  await step('a folder, one file changed', () => folder.send())
  folder.remove()
  await step('all files', () => send(files))
  await step('nothing changed', () => send(files))
  await step('one file changed', () => send([changed, ...rest]))
  await step('all files anew (--full)', () => send(files, true))
  const asked = await askAll({ world, team, scopes, files, questions, isEmbedded })
  await world.close()
  return { steps, asked }
}

const nameIn = ({ text }: SourceFile): string => /^title: (.+)$/mu.exec(text)?.[1] ?? ''

type Asking = Omit<Options, 'engine' | 'links'> & {
  world: BenchWorld
  team: BenchTeam
  scopes: Scopes
  files: readonly SourceFile[]
}

const embedAll = async ({ world, team }: Asking) => {
  const embedder = createFakeEmbedder()
  const registerSpace = () => registerEmbeddingSpace(world.engine, embedder.space)
  const { unitOfWork } = world
  await makeEmbedDocuments({ unitOfWork, embedder, registerSpace, batchSize: 64 })(team.systemScope)
  return embedder
}

const questionsOf = ({
  world: { engine, unitOfWork },
  scopes: { member, admin },
  files,
}: Asking) => {
  const deps = { openBooks: makeOpenBooks({ unitOfWork }), unitOfWork }
  const { pick } = createRandom(5)
  const book = 'generated'
  const name = () => nameIn(pick(files))
  const word = () => name().split(' ')[0] ?? ''
  const around = (depth: number) => () =>
    makeGetBookRelationships(deps)(member, {
      book,
      query: { name: name(), depth, direction: 'both' },
    })
  const search = makeSearch({ unitOfWork })
  const queryBookSql = makeQueryBookSql({ ...deps, analyseBooks: () => analyseBooks(engine) })
  const sql = (query: string) => queryBookSql(admin, { book, request: { query } })
  // As in a server: it remembers what it has moved ahead in the queue.
  const getEntity = makeGetBookEntity(deps)
  const asks: Record<string, () => Promise<unknown>> = {
    entity: () => getEntity(member, { book, query: { name: name() } }),
    'relationships, depth 1': around(1),
    'relationships, depth 3': around(3),
    'relationships, depth 5': around(5),
    'list by type': () => makeListBookEntities(deps)(member, { book, query: { type: 'event' } }),
    'list by tag': () => makeListBookEntities(deps)(member, { book, query: { tag: word() } }),
    state: () =>
      makeGetBookState(deps)(member, { book, query: { name: name(), layer: 'happened' } }),
    'timeline of an entity': () =>
      makeGetBookTimeline(deps)(member, { book, query: { layer: 'happened', entity: name() } }),
    'search of the book': () =>
      makeSearchBook(deps)(member, {
        book,
        query: { query: name(), limit: 20, semantic: false },
      }),
    'evidence on a claim': () =>
      makeCheckBookConsistency({ ...deps, search })(member, {
        book,
        query: { entity: name(), claim: `${word()} is used and weighs 4` },
      }),
    'search of everything': () => search(member, searchQuerySchema.parse({ q: name() })),
    'SQL, entities by name': () => sql(`select * from entities where name = '${name()}'`),
    'SQL, edges of an entity': () => sql(`select * from edges where src = '${name()}'`),
    'SQL, count by type': () => sql('select entity_type, count(*) from entities group by 1'),
  }
  return { asks, name, deps }
}

const askAll = async (asking: Asking): Promise<Asked> => {
  const { asks, name, deps } = questionsOf(asking)
  if (asking.isEmbedded) {
    const searchBook = makeSearchBook({ ...deps, embedder: await embedAll(asking) })
    asks['search by meaning'] = () =>
      searchBook(asking.scopes.member, {
        book: 'generated',
        query: { query: name(), limit: 20, semantic: true },
      })
  }
  const asked: Asked = new Map()
  for (const [question, ask] of Object.entries(asks)) {
    // The first one opens the book.
    await ask()
    const times: number[] = []
    for (let at = 0; at < asking.questions; at += 1) times.push((await timed(ask)).ms)
    asked.set(question, times)
  }
  return asked
}
