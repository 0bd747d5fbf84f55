import { grantSystemScope, makeRefreshLexemeStats } from '@teamlore/core'
import { readAsOwner, relationsWith } from '@teamlore/db/testing'
import type { IngestBookRequest } from '@teamlore/shared/books'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookOf } from '../testing/book-rows.ts'
import { foundIn, learned, questionText } from '../testing/isolation/answers.ts'
import { comparable } from '../testing/isolation/comparable.ts'
import {
  type IsolationWorld,
  openIsolationWorld,
  type Stranger,
} from '../testing/isolation/isolation-world.ts'
import { embedAll, type Plan, type Planting } from '../testing/isolation/planting.ts'
import { postedOf, questionsOf, READS } from '../testing/isolation/questions.ts'
import { askAs } from '../testing/isolation/send.ts'
import { TOOL_ASKS } from '../testing/isolation/tool-asks.ts'
import { connectMcp, textOf } from '../testing/mcp-client.ts'
import { nameOf } from '../testing/sign-in-routes.ts'

/** Parts of a lorebook that its owners alone see, in a team that otherwise has no secrets. */
const PLAN: Plan = { asked: 'trincomalee', hidden: 'axolotl', project: 'cellar', sign: 'd' }
const WORDS = `${PLAN.asked} ${PLAN.hidden}`

const bookWith = (files: Record<string, string> = {}): IngestBookRequest => {
  const book = bookOf()
  return {
    ...book,
    project: `${book.project}  - { name: inner, paths: [./inner/], canonical: true, depends_on: [plan], needs: owner }\n`,
    schema: `${book.schema.replace(
      'default: live }\n',
      'default: live }\n      - { name: cost, type: string, needs: owner }\n      - { name: seen, type: enum, values: [all, few], default: all }\n',
    )}visibility: { property: seen, needs: { few: owner } }\n`,
    files: [
      ...book.files,
      ...Object.entries(files).map(([path, text]) => ({ path, text, hash: `hash of ${path}` })),
    ],
  }
}

/** A whole layer, one entity by its visibility, a property of what all see, an edge and a link to each. */
const HIDDEN_PARTS: Record<string, string> = {
  'inner/vault.md': `---\ntitle: Vault of ${WORDS}\ntype: part\nneeds: Store\ntags: [${PLAN.hidden}]\n---\nMade of ${WORDS}.\n`,
  'plan/shade.md': `---\ntitle: Shade of ${WORDS}\ntype: part\nseen: few\nneeds: Queue\n---\nIt hides ${WORDS}.\n`,
  'plan/pump.md': `---\ntitle: Pump\ntype: part\nneeds: [Store, Shade of ${WORDS}]\ncost: ${WORDS}\n---\nThe pelican keeps it.\nIt fills the Queue.\n`,
}

/** Of what is made of documents or of books; the others are asked in routes.test.ts. */
const ASKED = READS.filter(({ path }) =>
  /^\/v1\/(?:books|search|suggest|timeline|concepts|context|team)/u.test(path),
)
const ASKS = [
  ...ASKED.flatMap((row) => questionsOf(row, PLAN).map((ask) => ({ route: nameOf(row), ask }))),
  ...postedOf(PLAN).map((ask) => ({ route: `POST ${ask.url}`, ask })),
]
const TOOLS = Object.entries(TOOL_ASKS).filter(([, { writes }]) => !writes)

let world: IsolationWorld
let url: string
let strangers: Stranger[]
let planting: Planting
const before = new Map<string, string>()

const ingest = (book: IngestBookRequest) =>
  world.send(world.ann.key, 'POST', '/v1/books/heron/ingest', book)

const toolAnswers = async (key: string): Promise<Map<string, string>> => {
  const client = await connectMcp(url, { key })
  const offered = JSON.stringify(await client.listTools())
  const answers = new Map([['tools', offered]])
  for (const [name, { words }] of TOOLS)
    for (const args of words(PLAN)) {
      const result = await client.callTool({ name, arguments: args })
      const said = `${textOf(result)} ${JSON.stringify(result.structuredContent ?? null)}`
      answers.set(`${name} ${JSON.stringify(args)}`, said)
    }
  await client.close()
  return answers
}

const routeAnswers = async (key: string): Promise<Map<string, string>> => {
  const answers = new Map<string, string>()
  for (const { route, ask } of ASKS)
    answers.set(questionText(ask), comparable(route, learned(await askAs(world.app, key, ask))))
  return answers
}

const allAnswers = async (key: string): Promise<Map<string, string>> =>
  new Map([...(await routeAnswers(key)), ...(await toolAnswers(key))])

const entityIds = async (): Promise<string[]> =>
  (
    await readAsOwner<{ id: string }>(
      world.engine,
      `select id from teamlore.entities e where team_id = '${world.us.teamId}'
        and to_jsonb(e)::text like '%${PLAN.hidden}%'`,
    )
  ).map(({ id }) => id)

const countWords = () =>
  makeRefreshLexemeStats({ unitOfWork: world.us.unitOfWork, lagMs: -60_000 })(
    grantSystemScope(world.us.teamId),
  )

beforeAll(async () => {
  world = await openIsolationWorld()
  await ingest(
    bookWith({
      'plan/pump.md':
        HIDDEN_PARTS['plan/pump.md']
          ?.replace(/, Shade of [^\]]*/u, '')
          .replace(/cost: .*\n/u, '') ?? '',
    }),
  )
  await embedAll(world.us, world)
  await countWords()
  url = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/mcp?toolsets=core,lorebook,home`
  // One of each role.
  strangers = world.strangers.filter(
    ({ teamId, role }, at) =>
      teamId === world.us.teamId && world.strangers.findIndex((one) => one.role === role) === at,
  )
  for (const { name, key } of strangers)
    for (const [asked, said] of await allAnswers(key)) before.set(`${name} ${asked}`, said)
  await ingest(bookWith(HIDDEN_PARTS))
  await embedAll(world.us, world)
  await countWords()
  planting = {
    ...PLAN,
    sha: '',
    path: '',
    print: '',
    ids: new Map([['entity', await entityIds()]]),
  }
})
afterAll(() => world[Symbol.asyncDispose]())

test('an owner is shown all of it, so that its absence elsewhere means something', async () => {
  const answers = await allAnswers(world.ann.key)
  const holding = [...answers]
    .filter(([, said]) => said.includes(PLAN.hidden))
    .map(([asked]) => asked)
  for (const asked of [
    '/v1/search?',
    '/v1/books/heron/search?',
    'semantic=true',
    '/v1/books/heron/export',
    'search_lore_semantic',
    'lore_search',
    'list_entities',
  ])
    expect([asked, holding.some((one) => one.includes(asked))]).toEqual([asked, true])
  process.stdout.write(
    `isolation battery, parts of a book: ${ASKS.length} questions and ${TOOLS.length} tools × ${strangers.length} roles, shown to the owner by ${holding.length}\n`,
  )
})

describe('to whom they are hidden', () => {
  test('every route and tool answers as if they were not there', async () => {
    for (const { name, key } of strangers)
      for (const [asked, said] of await allAnswers(key)) {
        expect([name, asked, foundIn(said, asked, [planting])]).toEqual([name, asked, []])
        expect([name, asked, said]).toEqual([name, asked, before.get(`${name} ${asked}`)])
      }
  })

  test('their ids open nothing', async () => {
    const ids = planting.ids.get('entity') ?? []
    expect(ids.length).toBeGreaterThan(1)
    const pump = await askAs(world.app, world.ann.key, { method: 'GET', url: '/v1/search?q=Pump' })
    const known = (pump.json() as { items: { id: string; title: string }[] }).items
    const shown = known.find(({ title }) => title === 'Pump')?.id
    for (const { name, key } of strangers)
      for (const id of ids.filter((one) => one !== shown))
        for (const asked of [id, id.slice(0, -2)]) {
          const { body } = await askAs(world.app, key, {
            method: 'GET',
            url: `/v1/records?ids=${asked}`,
          })
          expect([name, asked, JSON.parse(body).items ?? []]).toEqual([name, asked, []])
          expect([name, body.includes(PLAN.hidden)]).toEqual([name, false])
        }
  })

  /** The book itself, which is read whole and shown by role. */
  const OF_THE_BOOK = [
    'book_files',
    'book_proposals',
    'books',
    'entities',
    'entity_edges',
    'entity_events',
  ]

  test('row-level security alone keeps their documents, vectors and words', async () => {
    const owner = await relationsWith(world.engine, world.ann, PLAN.hidden)
    expect(owner.holding).toEqual(
      expect.arrayContaining([
        'documents',
        'lexeme_stats',
        'team_documents',
        'team_document_vectors',
        'team_lexeme_stats',
      ]),
    )
    for (const who of strangers) {
      const { holding } = await relationsWith(world.engine, who, PLAN.hidden)
      expect([who.name, holding.filter((name) => !OF_THE_BOOK.includes(name))]).toEqual([
        who.name,
        [],
      ])
    }
  })
})
