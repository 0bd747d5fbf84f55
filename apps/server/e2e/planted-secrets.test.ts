import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildApp, type ComposedApi, composeApi } from '@teamlore/api'
import { grantSystemScope, grantTeamScope, makeDistilSession } from '@teamlore/core'
import { createUnitOfWork, type Engine, openEngine } from '@teamlore/db'
import { readAsOwner } from '@teamlore/db/testing'
import { createClient, type SessionId } from '@teamlore/shared'
import { labelledSecrets } from '@teamlore/shared/testing'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newHome } from './support/teamlore.ts'

type Report = { failed: unknown[]; sessions: number; redactions: number; serverRedactions: number }
type Agent = { runImport: (options: Record<string, unknown>) => Promise<Report> }

/** By its path, since the agent is a program of its own: this one is made of the other apps, not of the agent. */
const loadAgent = (): Promise<Agent> =>
  import(new URL('../../agent/src/import/run-import.ts', import.meta.url).pathname)

/** One of each kind that has a shape or a place of its own, in what it stands in. What is marked is no secret to look for. */
const planted = [
  ...new Map(labelledSecrets().map((positive) => [positive.kind, positive])).values(),
].filter(({ kind }) => kind !== 'marked by a person')
const textOf = ({ before, secret, after }: (typeof planted)[number]): string =>
  before + secret + after

/** Secrets by which they would be found, wherever they lie: also as JSON writes them. */
const needles = planted.flatMap(({ kind, secret }) =>
  [...new Set([secret, JSON.stringify(secret).slice(1, -1)])].map((needle) => ({ kind, needle })),
)
const leaksIn = (text: string): string[] =>
  needles.filter(({ needle }) => text.includes(needle)).map(({ kind }) => kind)

const claudeCode = (cwd: string): string =>
  planted
    .flatMap((one, index) => {
      const base = {
        sessionId: 'claude-1',
        cwd,
        version: '2.1.0',
        timestamp: `2026-03-01T10:00:00.${String(index).padStart(3, '0')}Z`,
      }
      const call = {
        type: 'tool_use',
        id: `t${index}`,
        name: 'Bash',
        input: { command: textOf(one) },
      }
      const result = { type: 'tool_result', tool_use_id: `t${index}`, content: textOf(one) }
      return [
        {
          ...base,
          type: 'user',
          uuid: `u${index}`,
          parentUuid: null,
          message: { role: 'user', content: textOf(one) },
        },
        {
          ...base,
          type: 'assistant',
          uuid: `a${index}`,
          parentUuid: `u${index}`,
          message: {
            id: `m${index}`,
            role: 'assistant',
            model: 'm',
            content: [{ type: 'text', text: textOf(one) }, call],
          },
        },
        {
          ...base,
          type: 'user',
          uuid: `r${index}`,
          parentUuid: `a${index}`,
          message: { role: 'user', content: [result] },
        },
      ]
    })
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('')

const CODEX_ID = '01990000-0000-7000-8000-0000000000aa'
const codex = (cwd: string): string =>
  [
    {
      timestamp: '2026-03-01T11:00:00.000Z',
      type: 'session_meta',
      payload: {
        id: CODEX_ID,
        timestamp: '2026-03-01T11:00:00.000Z',
        cwd,
        originator: 'codex_cli_rs',
        cli_version: '0.99.0',
      },
    },
    ...planted.flatMap((one, index) => {
      const item = (payload: object) => ({
        timestamp: '2026-03-01T11:00:01.000Z',
        type: 'response_item',
        payload,
      })
      return [
        item({
          type: 'message',
          role: 'user',
          content: [{ type: 'input_text', text: textOf(one) }],
        }),
        item({
          type: 'function_call',
          name: 'shell',
          call_id: `c${index}`,
          arguments: JSON.stringify({ command: ['bash', '-lc', textOf(one)] }),
        }),
        item({ type: 'function_call_output', call_id: `c${index}`, output: textOf(one) }),
        item({
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: textOf(one) }],
        }),
      ]
    }),
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('')

const gemini = (): string =>
  JSON.stringify({
    sessionId: 'gemini-1',
    projectHash: 'a'.repeat(64),
    startTime: '2026-03-01T12:00:00.000Z',
    lastUpdated: '2026-03-01T12:01:00.000Z',
    messages: planted.flatMap((one, index) => [
      {
        id: `u${index}`,
        timestamp: '2026-03-01T12:00:01.000Z',
        type: 'user',
        content: textOf(one),
      },
      {
        id: `g${index}`,
        timestamp: '2026-03-01T12:00:02.000Z',
        type: 'gemini',
        content: textOf(one),
        model: 'm',
      },
    ]),
  })

const writeFile = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

describe('secrets in the session files of several tools', () => {
  const home = newHome()
  const stateDir = newHome()
  let engine: Engine
  let api: ComposedApi
  let app: ReturnType<typeof buildApp>
  let log = ''
  let report: Report
  const progress: string[] = []

  beforeAll(async () => {
    const cwd = join(home, 'app')
    writeFile(join(home, '.claude/projects/-home-app/claude-1.jsonl'), claudeCode(cwd))
    writeFile(
      join(home, `.codex/sessions/2026/03/01/rollout-2026-03-01T11-00-00-${CODEX_ID}.jsonl`),
      codex(cwd),
    )
    writeFile(
      join(home, '.gemini/tmp', 'a'.repeat(64), 'chats/session-2026-03-01T12-00-gemini.json'),
      gemini(),
    )

    engine = await openEngine({ kind: 'embedded', memory: true })
    await engine.migrate()
    const url = 'http://127.0.0.1'
    const write = (line: string): void => {
      log += line
    }
    const logger = pino({ level: 'trace' }, { write })
    api = await composeApi({ engine, embedder: undefined, publicUrl: url, log: logger })
    app = buildApp({ useCases: api.useCases, config: { publicUrl: url }, log: logger })
    const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
    const { principal } = await api.ensureFirstTeam({})
    const scope = grantTeamScope(principal, 'admin')
    const { key } = await api.useCases.createApiKey(scope, { name: 'k', role: 'member' })

    const { runImport } = await loadAgent()
    report = await runImport({
      client: createClient({ baseUrl, key }),
      machine: {
        fingerprint: '0'.repeat(32),
        name: 'laptop',
        platform: 'linux',
        agent_version: '0',
      },
      serverId: principal.teamId,
      server: baseUrl,
      stateDir,
      rulesFile: join(stateDir, 'redaction.json'),
      spoolLimitBytes: 100e6,
      surroundings: { home, platform: 'linux', variables: {} },
      dryRun: false,
      onProgress: (told: unknown) => progress.push(JSON.stringify(told)),
    })
    const distil = makeDistilSession({ unitOfWork: createUnitOfWork(engine) })
    for (const { id } of await readAsOwner<{ id: SessionId }>(
      engine,
      'select id from teamlore.sessions',
    ))
      await distil(grantSystemScope(principal.teamId), { sessionId: id })
  })
  afterAll(async () => {
    await app?.close()
    await api?.close()
    await engine?.close()
  })

  test('are all read, and taken out on the machine: the server finds none', () => {
    expect(report.failed).toEqual([])
    expect(report.sessions).toBe(3)
    expect(report.redactions).toBeGreaterThan(planted.length * 6)
    expect(report.serverRedactions).toBe(0)
  })

  test('stand in no column of any table', async () => {
    const tables = await readAsOwner<{ name: string }>(
      engine,
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`,
    )
    expect(tables.length).toBeGreaterThan(20)
    let seen = 0
    for (const { name } of tables) {
      const rows = await readAsOwner<{ row: string }>(
        engine,
        `select row_to_json(t)::text as row from ${name} t`,
      )
      const text = rows.map(({ row }) => `${row}\n${unescaped(row)}`).join('\n')
      seen += text.length
      expect(leaksIn(text), name).toEqual([])
    }
    expect(seen).toBeGreaterThan(100_000)
  })

  test('stand in nothing that was logged or told', () => {
    expect(log).toContain('/v1/ingest')
    expect(leaksIn(log)).toEqual([])
    expect(leaksIn(progress.join('\n') + JSON.stringify(report))).toEqual([])
  })

  test('stand in no file the agent keeps', () => {
    const files = filesIn(stateDir)
    expect(files.length).toBeGreaterThan(1)
    for (const path of files) expect(leaksIn(readFileSync(path, 'latin1')), path).toEqual([])
  })

  test('would be found if they were there', () => {
    expect(leaksIn(claudeCode('/x')).length).toBeGreaterThanOrEqual(planted.length)
  })
})

/** Text within JSON within JSON, as it was before it was written so. */
const unescaped = (text: string): string => text.replace(/\\(["\\/])/g, '$1')
