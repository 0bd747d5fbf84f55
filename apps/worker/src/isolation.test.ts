import { grantSystemScope, makeRefreshLexemeStats } from '@teamlore/core'
import {
  createOwnTestDatabase,
  readAsOwner,
  relationsWith,
  type TestDatabase,
} from '@teamlore/db/testing'
import { createLanguageModel } from '@teamlore/models'
import { createFakeEmbedder, startFakeLanguageProvider } from '@teamlore/models/testing'
import { type JobName, jobs } from '@teamlore/queue'
import type { IngestSession, UserId } from '@teamlore/shared'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWorker } from './compose.ts'
import { buildAsked } from './testing/asked-session.ts'
import { buildFindingSession, createWorkerWorld, type WorkerWorld } from './testing/worker-world.ts'

/** A word of what is private, and one of what is in a restricted project; both stand in everything that is captured there. */
const PLACES = { den: 'quetzal', vault: 'numbat' } as const
type Place = keyof typeof PLACES

let database: TestDatabase
let world: WorldOfWorker
type WorldOfWorker = WorkerWorld & { stop: () => Promise<void> }
let inside: Who
let outside: Who
type Who = { teamId: string; userId: string }

const projectOf = (place: Place) => ({
  remote_url: `https://git.test/acme/${place}.git`,
  root_commit: null,
  root_path: `/home/ann/${place}`,
})

const heldIn = (place: Place, session: IngestSession): IngestSession => ({
  ...session,
  project: projectOf(place),
  cwd: `/home/ann/${place}`,
  title: `${PLACES[place]} in the title`,
  git_branch: PLACES[place],
  messages: session.messages.map((message) => ({
    ...message,
    blocks: message.blocks.map((block) =>
      'text' in block ? { ...block, text: `${PLACES[place]} ${block.text}` } : block,
    ),
  })),
})

const QUOTE = 'loop drops the last line when the file has no newline'
/** A finding of a model, in the words of what it was asked about. */
const answerOf = (prompt: string) => {
  // Whatever is asked of two statements, the answer is that one replaces the other.
  if (prompt.includes('First statement'))
    return { verdict: 'replaces', first_quote: 'reader', second_quote: 'reader' }
  if (prompt.includes('Former statement'))
    return { resting: [{ name: 's1', quote: 'reader', former_quote: 'reader' }] }
  if (prompt.includes('<findings>')) return { verdicts: [] }
  const word = prompt.includes(PLACES.den) ? PLACES.den : PLACES.vault
  const title = `The ${word} reader drops a last line that has no newline.`
  return {
    findings: [
      {
        kind: 'gotcha',
        title,
        statement: `${title} Whoever writes such a file loses it.`,
        reason: 'It emits on newlines alone.',
        rejected: [],
        slots: {
          subject: `${word} reader`,
          attribute: 'last line',
          scope: '',
          value: 'dropped',
          replaces: '',
        },
        evidence: [{ message: 'm3', quote: QUOTE }],
      },
    ],
    no_longer_holds: [],
    summaries: [{ message: 'm0', learned: title, completed: '', next_steps: '' }],
  }
}

/** The ids that jobs are given, of what is hidden. */
type Hidden = { team: string } & Record<'session' | 'project' | 'memoryFile' | 'book', string[]>

const ofTeam = ({ team }: Hidden) => [{ team_id: team }]
const ofSessions = ({ team, session }: Hidden) =>
  session.map((session_id) => ({ team_id: team, session_id }))
const ofProjects = ({ team, project }: Hidden) =>
  project.map((project_id) => ({ team_id: team, project_id }))

/** What each job is given. One without its line does not compile. */
const PAYLOADS: Record<JobName, (hidden: Hidden) => object[]> = {
  'distil-session': ofSessions,
  'distil-by-model': ofSessions,
  'curate-project': ofProjects,
  'link-session': ofSessions,
  'link-commits': ofProjects,
  'index-memory-file': ({ team, memoryFile }) =>
    memoryFile.map((memory_file_id) => ({ team_id: team, memory_file_id })),
  'index-messages': ofSessions,
  'embed-documents': ofTeam,
  'judge-memories': ofTeam,
  'write-questions': ofTeam,
  'write-topics': ofTeam,
  'withdraw-unreviewed': ofTeam,
  'seal-audit': ofTeam,
  'refresh-lexeme-stats': ofTeam,
  'propose-relationships': ({ team, book }) => book.map((book_id) => ({ team_id: team, book_id })),
  'apply-retention': ofProjects,
  'compare-holdout': ofProjects,
  // Their texts leave the server, and tests of their own see to what may.
  'mail-digest': () => [],
  'answer-pull-request': () => [],
  'propose-agents-md': () => [],
  'send-webhook': () => [],
  'answer-slack': () => [],
  'read-hosted-repositories': () => [],
  // It works on what a person had forgotten, and reads none of it.
  'purge-deletion': () => [],
}

const idsOf = async (table: string): Promise<string[]> =>
  (await world.rowsOf<{ id: string }>(table, 'id')).map(({ id }) => id)

/** In the order in which one thing leads to another, twice: the second time everything is there already. */
const workAll = async (handlers: ReturnType<typeof composeWorker>['handlers']) => {
  const hidden = {
    team: world.teamId as string,
    session: await idsOf('sessions'),
    project: await idsOf('projects'),
    memoryFile: await idsOf('memory_files'),
    book: await idsOf('books'),
  }
  for (const name of [...Object.keys(PAYLOADS), ...Object.keys(PAYLOADS)] as JobName[])
    for (const payload of PAYLOADS[name](hidden)) {
      const { signal } = new AbortController()
      await handlers[name](payload as never, { signal, turn: signal } as never)
    }
}

beforeAll(async () => {
  database = await createOwnTestDatabase()
  const { engine } = database
  const provider = await startFakeLanguageProvider('anthropic', answerOf)
  world = { ...(await createWorkerWorld(engine)), stop: () => provider[Symbol.asyncDispose]() }
  inside = { teamId: world.teamId, userId: world.asker.userId }
  const stranger = await readAsOwner<{ id: UserId }>(
    engine,
    `insert into teamlore.users (id, name) values ('usr_outside', 'Bo') returning id`,
  )
  outside = { teamId: world.teamId, userId: stranger[0]?.id ?? '' }
  await readAsOwner(
    engine,
    `insert into teamlore.memberships (team_id, user_id, role) values ('${world.teamId}', 'usr_outside', 'owner') returning 1`,
  )
  await world.send(
    ...(['den', 'vault'] as const).map((place) => ({
      ...buildFindingSession(`opening ${place}`),
      project: projectOf(place),
      messages: [],
    })),
  )
  await readAsOwner(
    engine,
    `update teamlore.projects set default_visibility = 'private' where identity like '%den%' returning 1`,
  )
  await readAsOwner(
    engine,
    `update teamlore.projects set is_restricted = true where identity like '%vault%' returning 1`,
  )
  await readAsOwner(
    engine,
    `insert into teamlore.project_access (team_id, project_id, user_id, granted_by, granted_at)
      select team_id, id, '${inside.userId}', '${inside.userId}', now() from teamlore.projects
      where identity like '%vault%' returning 1`,
  )
  for (const place of ['den', 'vault'] as const)
    await world.send(
      heldIn(place, buildAsked(`asked ${place}`)),
      heldIn(place, buildFindingSession(`found ${place}`, 3)),
    )
  await workAll(
    composeWorker(engine, createFakeEmbedder(), {
      model: createLanguageModel({
        provider: 'anthropic',
        model: 'claude-haiku-4-5',
        url: provider.url,
        apiKey: 'k',
        timeoutMs: 2_000,
      }),
      caps: { dailyUsd: 5, dailyTokens: 1_000_000 },
      idleMinutes: 0,
      minPrompts: 2,
    }).handlers,
  )
  // The job waits until nobody writes any more; this does what it does then.
  const { unitOfWork } = world
  await makeRefreshLexemeStats({ unitOfWork, lagMs: -60_000 })(grantSystemScope(world.teamId))
})
afterAll(async () => {
  await world.stop()
  await database[Symbol.asyncDispose]()
})

test('every job is given what is hidden', () => {
  expect(Object.keys(PAYLOADS).toSorted()).toEqual(Object.keys(jobs).toSorted())
})

test.each(Object.entries(PLACES))(
  'what jobs made of what is hidden in %s is read by nobody else, in no table and no view',
  async (_, word) => {
    const { engine } = database
    const own = await relationsWith(engine, inside, word)
    // So that its absence elsewhere means something.
    expect(own.holding).toEqual(
      expect.arrayContaining([
        ...['sessions', 'messages', 'observations', 'summaries', 'documents', 'lexeme_stats'],
        ...['team_documents', 'team_document_vectors', 'team_lexeme_stats', 'model_answers'],
      ]),
    )
    const others = await relationsWith(engine, outside, word)
    process.stdout.write(
      `isolation battery, jobs: ${Object.keys(PAYLOADS).length} jobs, ${own.holding.length} of ${others.asked} tables and views hold ${word}, ${others.holding.length} show it to others\n`,
    )
    expect(others.holding).toEqual([])
    const another = { teamId: 'team_other', userId: inside.userId }
    expect((await relationsWith(engine, another, word)).holding).toEqual([])
  },
)
