import {
  grantTeamScope,
  makeCheckBookConsistency,
  makeGetBookEntity,
  makeGetBookRelationships,
  makeGetBookState,
  makeGetBookTimeline,
  makeIngestBook,
  makeListBookEntities,
  makeOpenBooks,
  makeSearch,
  makeSearchBook,
} from '@teamlore/core'
import type { SourceFile } from '@teamlore/lorebook'
import { searchQuerySchema } from '@teamlore/shared'
import { openBenchWorld } from './bench-world.ts'
import { BOOK_PROJECT, BOOK_SCHEMA } from './generated-book.ts'
import { createRandom } from './random.ts'

type Asked = Map<string, number[]>
export type Served = { steps: { step: string; ms: number }[]; asked: Asked }

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Sends the files to the use cases of a server and asks it, `questions` times each. */
export const askServer = async (
  files: readonly SourceFile[],
  { questions }: { questions: number },
): Promise<Served> => {
  const world = await openBenchWorld('embedded', undefined, { isOnDisk: true })
  const team = await world.addTeam()
  const { unitOfWork } = world
  const actor = { kind: 'user', via: 'api_key' } as const
  const scope = grantTeamScope({ ...team.scope, role: 'member', actor }, 'member')
  const ingest = makeIngestBook({ unitOfWork })
  const send = (sent: readonly SourceFile[]) =>
    ingest(scope, {
      book: 'generated',
      request: {
        ...{ project: BOOK_PROJECT, schema: BOOK_SCHEMA, files: [...sent] },
        ...{ has_more: false, is_past: false, dry_run: false },
      },
    })
  const [first, ...rest] = files
  const changed = { path: first?.path ?? '', hash: 'new', text: `${first?.text ?? ''}\nMore.\n` }
  const steps = [
    { step: 'all files', ms: await timed(() => send(files)) },
    { step: 'nothing changed', ms: await timed(() => send(files)) },
    { step: 'one file changed', ms: await timed(() => send([changed, ...rest])) },
  ]
  const asked = await askAll(scope, unitOfWork, questions, files)
  await world.close()
  return { steps, asked }
}

const nameIn = ({ text }: SourceFile): string => /^title: (.+)$/mu.exec(text)?.[1] ?? ''

const askAll = async (
  scope: ReturnType<typeof grantTeamScope<'member'>>,
  unitOfWork: Awaited<ReturnType<typeof openBenchWorld>>['unitOfWork'],
  questions: number,
  files: readonly SourceFile[],
): Promise<Asked> => {
  const deps = { openBooks: makeOpenBooks({ unitOfWork }) }
  const { pick } = createRandom(5)
  const book = 'generated'
  const both = 'both' as const
  const name = () => nameIn(pick(files))
  const word = () => name().split(' ')[0] ?? ''
  const relationships = makeGetBookRelationships(deps)
  const around = (depth: number) => () =>
    relationships(scope, { book, query: { name: name(), depth, direction: both } })
  const searchBook = makeSearchBook({ ...deps, unitOfWork })
  const search = makeSearch({ unitOfWork })
  const asks: Record<string, () => Promise<unknown>> = {
    entity: () => makeGetBookEntity(deps)(scope, { book, query: { name: name() } }),
    'relationships, depth 1': around(1),
    'relationships, depth 3': around(3),
    'relationships, depth 5': around(5),
    'list by tag': () => makeListBookEntities(deps)(scope, { book, query: { tag: word() } }),
    state: () =>
      makeGetBookState(deps)(scope, { book, query: { name: name(), layer: 'happened' } }),
    'timeline of an entity': () =>
      makeGetBookTimeline(deps)(scope, { book, query: { layer: 'happened', entity: name() } }),
    'search of the book': () =>
      searchBook(scope, { book, query: { query: name(), limit: 20, semantic: false } }),
    evidence: () =>
      makeCheckBookConsistency(deps)(scope, {
        book,
        query: { entity: name(), claim: `${word()} is used and weighs 4` },
      }),
    'search of everything': () => search(scope, searchQuerySchema.parse({ q: name() })),
  }
  const told: Asked = new Map()
  for (const [question, ask] of Object.entries(asks)) {
    // The first one opens the book.
    await ask()
    const times: number[] = []
    for (let at = 0; at < questions; at += 1) times.push(await timed(ask))
    told.set(question, times)
  }
  return told
}
