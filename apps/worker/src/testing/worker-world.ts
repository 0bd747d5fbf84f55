import { randomBytes } from 'node:crypto'
import {
  grantTeamScope,
  makeGetJobHealth,
  makeIngest,
  makeReportMemoryFiles,
  makeRetryDeadJob,
} from '@teamlore/core'
import type { EmbeddedEngine, Engine, PostgresEngine } from '@teamlore/db'
import { createTestTeam, readAsOwner, testServers } from '@teamlore/db/testing'
import type { Embedder } from '@teamlore/models'
import { createQueueBackend, jobs, type QueueBackend } from '@teamlore/queue'
import type { IngestMessage, IngestSession, MemoryFilesReport } from '@teamlore/shared'
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
  'The `FileReader` silently drops the last line when a file has no newline, because `flush()` only emits on newlines.',
  'The `CursorLock` silently lets two uploads take the same cursor, because `take()` only locks after it has read the row.',
  'The `parseResult()` function ignores tool results whose content is a list of images, because it only reads strings.',
]

const PROJECT = {
  remote_url: 'https://github.com/acme/parser.git',
  root_commit: null,
  root_path: '/home/ann/parser',
}

const MACHINE = {
  fingerprint: '0123456789abcdef0123456789abcdef',
  name: 'anns-laptop',
  platform: 'linux',
  agent_version: '0.1.0',
}

const session = (nativeId: string, messages: IngestMessage[]): IngestSession => ({
  tool: 'claude-code',
  native_id: nativeId,
  kind: 'main',
  parent_native_id: null,
  project: PROJECT,
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
  messages,
})

const asked = (ordinal: number, nativeId: string, n: number) =>
  said(ordinal, 'human', `Why does stage ${n} of ${nativeId} fail?`)

const found = (ordinal: number, n: number) =>
  said(ordinal, 'assistant', FINDINGS[n % FINDINGS.length] ?? '')

/** A session of up to three prompts, each answered out of hand: a chat, in which nothing is found. */
export const buildSession = (nativeId: string, prompts = 1): IngestSession =>
  session(
    nativeId,
    Array.from({ length: prompts }, (_, n) => [
      asked(2 * n, nativeId, n),
      found(2 * n + 1, n),
    ]).flat(),
  )

/** A session of up to three prompts, each answered with one finding after a look at a file. */
export const buildFindingSession = (nativeId: string, prompts = 1): IngestSession =>
  session(
    nativeId,
    Array.from({ length: prompts }, (_, n) => {
      const id = `call-${n}`
      const file = { file_path: 'src/reader.ts' }
      const call = said(4 * n + 1, 'assistant', '')
      const result = said(4 * n + 2, 'assistant', '')
      return [
        asked(4 * n, nativeId, n),
        { ...call, blocks: [{ type: 'tool_call' as const, id, name: 'Read', input: file }] },
        {
          ...result,
          role: 'user' as const,
          kind: 'tool_result' as const,
          blocks: [
            { type: 'tool_result' as const, tool_call_id: id, text: 'emit(line)', is_error: false },
          ],
        },
        found(4 * n + 3, n),
      ]
    }).flat(),
  )

const quiet = { info: () => {}, warn: () => {}, error: () => {} }

/** A team that sends sessions, workers that work on them, and ways to look at what came of it. */
export const createWorkerWorld = async (engine: Engine) => {
  const team = await createTestTeam(engine)
  const member = await team.addMember('admin')
  const scope = grantTeamScope({ ...member, actor: { kind: 'user', via: 'api_key' } }, 'admin')
  const { unitOfWork, teamId } = team
  const ingest = makeIngest({ unitOfWork })
  const reportMemoryFiles = makeReportMemoryFiles({ unitOfWork })
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
      const answer = await ingest(scope, { machine: MACHINE, sessions })
      return answer.sessions.map(({ session_id }) => session_id)
    },
    /** Makes these the memory files of a folder: texts by their paths. @returns ids by path, of those that are gone too. */
    mirror: async (texts: Record<string, string>, revision = 1) => {
      const files = Object.entries(texts).map(
        ([path, text]): MemoryFilesReport['files'][number] => ({
          path,
          text,
          tool: null,
          is_personal: false,
          is_cut: false,
          git_branch: null,
          modified_at: '2026-03-01T08:00:00.000Z',
        }),
      )
      await reportMemoryFiles(scope, { machine: MACHINE, project: PROJECT, revision, files })
      const standing = await rowsOf<{ path: string; id: string }>('memory_files', 'path, id')
      return new Map(standing.map(({ path, id }) => [path, id]))
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
  for (const name of Object.keys(jobs)) await queue.queue(name).obliterate({ force: true })
  await queue.close()
}
