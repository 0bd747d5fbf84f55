import { randomBytes } from 'node:crypto'
import { grantTeamScope, makeGetJobHealth, makeIngest, makeRetryDeadJob } from '@teamlore/core'
import type { EmbeddedEngine, Engine, PostgresEngine } from '@teamlore/db'
import { createTestTeam, readAsOwner, testServers } from '@teamlore/db/testing'
import type { Embedder } from '@teamlore/models'
import { createQueueBackend, type QueueBackend } from '@teamlore/queue'
import type { IngestMessage, IngestSession } from '@teamlore/shared'
import { vi } from 'vitest'
import { startWorker, type WorkerOptions } from '../start-worker.ts'

export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 50_000, interval: 50 })

const isEmbedded = (engine: Engine): engine is EmbeddedEngine => engine.kind === 'embedded'

/** The queue that goes with the engine under test; on servers Redis when there is one. */
export const openTestQueue = (engine: Engine): Promise<QueueBackend> => {
  const prefix = `test-${randomBytes(6).toString('hex')}`
  if (isEmbedded(engine))
    return createQueueBackend({ kind: 'embedded', pool: engine.pgPool(), prefix })
  const { redisUrl } = testServers()
  const { url } = engine as PostgresEngine
  return createQueueBackend(
    redisUrl === undefined
      ? { kind: 'postgres', url, prefix }
      : { kind: 'redis', url: redisUrl, prefix },
  )
}

const said = (ordinal: number, kind: 'human' | 'assistant', words: string): IngestMessage => ({
  key: `m${ordinal}`,
  parent_key: null,
  ordinal,
  ts: new Date(Date.UTC(2026, 2, 2, 9, 0, ordinal)).toISOString(),
  role: kind === 'human' ? 'user' : 'assistant',
  kind,
  model: null,
  blocks: [{ type: 'text', text: words }],
  usage: null,
  cwd: null,
  git_branch: null,
  tool_version: null,
  is_abandoned: false,
})

const FINDINGS = [
  'the reader silently drops the last line when a file has no newline at its end',
  'two uploads race for the same cursor because the lock is taken after the read',
  'the parser ignores tool results whose content is a list of images',
]

/** A session of up to three prompts, each answered with one finding. */
export const buildSession = (nativeId: string, prompts = 1): IngestSession => ({
  tool: 'claude-code',
  native_id: nativeId,
  kind: 'main',
  parent_native_id: null,
  project: {
    remote_url: 'https://github.com/acme/parser.git',
    root_commit: null,
    root_path: '/home/ann/parser',
  },
  cwd: '/home/ann/parser',
  git_branch: 'main',
  git_head: null,
  tool_version: null,
  models: [],
  title: null,
  started_at: null,
  ended_at: null,
  pull_requests: [],
  source: { path: '/x.jsonl', lines: 1, bad_lines: 0, unknown_records: 0, redactions: 0 },
  edits: [],
  messages: Array.from({ length: prompts }, (_, n) => [
    said(2 * n, 'human', `Why does stage ${n} of ${nativeId} fail?`),
    said(2 * n + 1, 'assistant', `The root cause is that ${FINDINGS[n % FINDINGS.length]}.`),
  ]).flat(),
})

const quiet = { info: () => {}, warn: () => {}, error: () => {} }

/** A team that sends sessions, workers that work on them, and ways to look at what came of it. */
export const createWorkerWorld = async (engine: Engine) => {
  const team = await createTestTeam(engine)
  const member = await team.addMember('admin')
  const scope = grantTeamScope({ ...member, actor: { kind: 'user', via: 'api_key' } }, 'admin')
  const { unitOfWork, teamId } = team
  const ingest = makeIngest({ unitOfWork })
  const rowsOf = <T extends Record<string, unknown>>(table: string, columns: string) =>
    readAsOwner<T>(
      engine,
      `select ${columns} from teamlore.${table} where team_id = '${teamId}' order by 1`,
    )
  return {
    teamId,
    /** Somebody who may search. */
    asker: scope,
    unitOfWork,
    rowsOf,
    send: async (...sessions: IngestSession[]) => {
      const machine = {
        fingerprint: '0123456789abcdef0123456789abcdef',
        name: 'anns-laptop',
        platform: 'linux',
        agent_version: '0.1.0',
      }
      const answer = await ingest(scope, { machine, sessions })
      return answer.sessions.map(({ session_id }) => session_id)
    },
    work: (
      queue: QueueBackend,
      options: Partial<WorkerOptions> & { embedder?: Embedder | undefined } = {},
    ) =>
      startWorker({ engine, queue, embedder: undefined, log: quiet, drainMs: 5_000, ...options }),
    stateOf: async (sessionId: string) =>
      (
        await readAsOwner<{ distilled: string }>(
          engine,
          `select distilled from teamlore.sessions where id = '${sessionId}'`,
        )
      )[0]?.distilled,
    /** Rows of a table that belong to a team; the table may come with conditions of its own. */
    countOf: async (table: string, ofTeam: string) =>
      (
        await readAsOwner<{ n: number }>(
          engine,
          `select count(*) as n from teamlore.${table}${table.endsWith(' and') ? '' : ' where'} team_id = '${ofTeam}'`,
        )
      )[0]?.n,
    titles: async () =>
      (await rowsOf<{ title: string }>('observations', 'title')).map(({ title }) => title),
    health: () => makeGetJobHealth({ unitOfWork })(scope),
    retry: (id: string) => makeRetryDeadJob({ unitOfWork })(scope, { id }),
  }
}

export type WorkerWorld = Awaited<ReturnType<typeof createWorkerWorld>>

/** Empties the queue of a test, on whichever server it lies. */
export const discardQueue = async (queue: QueueBackend): Promise<void> => {
  for (const name of [
    'distil-session',
    'embed-documents',
    'index-messages',
    'refresh-lexeme-stats',
  ])
    await queue.queue(name).obliterate({ force: true })
  await queue.close()
}
