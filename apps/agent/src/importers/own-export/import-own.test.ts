import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiError, type LoreClient } from '@teamlore/shared'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createProjectResolver } from '../../project/resolve-project.ts'
import { createFakeTimes } from '../../testing/fake-times.ts'
import { createFakeImporter } from '../testing/fake-importer.ts'
import { makeImportOwn } from './import-own.ts'
import type { OwnImportOptions } from './import-own.types.ts'
import {
  about,
  editLine,
  end,
  memoryLine,
  messageLine,
  project,
  sessionLine,
} from './testing/lines.ts'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lore-import-own-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

type Server = { refusesMemories?: string; refusesPrivate?: boolean }

const createServer = ({ refusesMemories, refusesPrivate = false }: Server = {}) => {
  const importer = createFakeImporter()
  const made: string[] = []
  const remembered: Parameters<LoreClient['memories']['remember']>[0][] = []
  const client = {
    ...importer.client,
    importRecords: (async (bytes: Uint8Array) => {
      const answer = await (importer.client.importRecords as (b: Uint8Array) => Promise<never>)(
        bytes,
      )
      for (const { session } of importer.requests.at(-1)?.sessions ?? [])
        made.push(`${session.native_id}: ${session.messages.length}`)
      return answer
    }) as LoreClient['importRecords'],
    sessions: {
      ...importer.client.sessions,
      unshare: async () => {
        if (refusesPrivate)
          throw new ApiError({ status: 409, code: 'session.drawn_on', message: 'It was read.' })
        made.push('private')
        return {} as never
      },
    },
    memories: {
      ...importer.client.memories,
      remember: async (asked: Parameters<LoreClient['memories']['remember']>[0]) => {
        if (refusesMemories !== undefined)
          throw new ApiError({ status: 422, code: refusesMemories, message: 'It is refused.' })
        remembered.push(asked)
        return {} as never
      },
    },
  } as LoreClient
  return { ...importer, client, made, remembered }
}

const bring = (
  lines: readonly (object | string)[],
  server = createServer(),
  options: Partial<OwnImportOptions> = {},
) => {
  const path = join(home, 'mine.ndjson')
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  writeFileSync(path, `${text.join('\n')}\n`)
  return makeImportOwn({
    resolveProject: createProjectResolver(async () => null),
    ...createFakeTimes(),
    now: () => new Date('2026-01-01T00:00:00Z'),
  })({
    path,
    client: server.client,
    machine: { fingerprint: 'a'.repeat(32), name: 'm', platform: 'linux', agent_version: '0' },
    serverId: 'team',
    stateDir: join(home, 'state'),
    rulesFile: join(home, 'redaction.json'),
    surroundings: { home, platform: 'linux', variables: {} },
    dryRun: false,
    ...options,
  })
}

const whole = [
  about,
  project,
  sessionLine('child', { parent: 'root' }),
  messageLine('child', 0),
  messageLine('child', 1),
  editLine('child', 0),
  sessionLine('root'),
  messageLine('root', 0),
  memoryLine('The heron waits.'),
  memoryLine('The heron flies.', { status: 'superseded' }),
  end({ sessions: 2, messages: 3, edits: 1, memories: 2 }),
]

test('brings sessions with messages, edits, parents and the remote of their project, and memories that hold', async () => {
  const server = createServer()
  const report = await bring(whole, server)
  expect(report).toMatchObject({
    team: 'Harbour',
    isWhole: true,
    sessions: 2,
    messages: { inserted: 3, updated: 0, unchanged: 0 },
    edits: 1,
    memories: 1,
    notBrought: 1,
    failed: [],
  })
  const [child] = server.sessions()
  expect(child?.session).toMatchObject({
    native_id: 'child',
    parent_native_id: 'root',
    project: { remote_url: 'https://github.com/acme/tides.git' },
    messages: [
      { key: 'child-0', ordinal: 0 },
      { key: 'child-1', parent_key: 'child-0' },
    ],
    edits: [{ message_key: 'child-0', added: ['0123456789abcdef'] }],
  })
  expect(server.remembered).toMatchObject([
    { statement: 'The heron waits.', project: 'https://github.com/acme/tides.git', draft: false },
  ])
})

test('a session that was private is made private before a message of it is sent, or stays here', async () => {
  const lines = [
    about,
    sessionLine('secret', { visibility: 'private' }),
    messageLine('secret', 0),
    end({ sessions: 1, messages: 1, edits: 0, memories: 0 }),
  ]
  const server = createServer()
  await bring(lines, server)
  expect(server.made).toEqual(['secret: 0', 'private', 'secret: 1'])
  expect(server.sessions()[0]?.session.title).toBeNull()

  const refusing = createServer({ refusesPrivate: true })
  const report = await bring(lines, refusing)
  expect(refusing.made).toEqual(['secret: 0'])
  expect(report.failed[0]?.reason).toContain('its messages stayed here')
  expect(report.sessions).toBe(0)
})

test('what is cut off is brought as far as it goes, and reported as not whole', async () => {
  const server = createServer()
  const report = await bring([...whole.slice(0, 5), '{"type":"message","mess'], server)
  expect(report).toMatchObject({
    isWhole: false,
    badLines: 1,
    sessions: 1,
    messages: { inserted: 2 },
  })
})

test('a last line that counts other than is there is no whole file', async () => {
  const report = await bring([...whole.slice(0, 5), whole.at(-1) ?? ''])
  expect(report.isWhole).toBe(false)
})

test('lines of the wrong form are counted and harm no other', async () => {
  const bad = [
    'null',
    '[]',
    '"x"',
    '{"type":"session"}',
    '{"type":"message","session_id":"s"}',
    '\u0000',
  ]
  const report = await bring([whole[0] ?? '', ...bad, ...whole.slice(1)])
  expect(report).toMatchObject({ badLines: bad.length, sessions: 2, memories: 1 })
})

test('a file that is no export is refused with what to do, and nothing is sent', async () => {
  const server = createServer()
  await expect(bring(['{"a":1}', 'words'], server)).rejects.toMatchObject({
    code: 'cli.export_unknown',
    hint: expect.stringContaining('What is yours'),
  })
  expect(server.requests).toEqual([])
})

test('secrets that an older export still holds are taken out here', async () => {
  const key = `ghp_${'a1B2'.repeat(9)}`
  const server = createServer()
  const session = [sessionLine('root'), messageLine('root', 0, `token ${key}`)]
  const report = await bring([about, ...session, memoryLine(`The token is ${key}.`)], server)
  expect(JSON.stringify([server.sessions(), server.remembered])).not.toContain(key)
  expect(report.redactions).toBe(1)
})

test('a memory that the server refuses is named with the reason, and the others go on', async () => {
  const report = await bring(whole, createServer({ refusesMemories: 'memory.project_unknown' }))
  expect(report.failed).toEqual([
    { name: 'Heron', reason: expect.stringContaining('no such project') },
  ])
  expect(report.sessions).toBe(2)
})

test('a dry run counts and sends nothing', async () => {
  const server = createServer()
  const report = await bring(whole, server, { dryRun: true })
  expect(report).toMatchObject({ sessions: 2, messages: { inserted: 3 }, memories: 1 })
  expect([server.requests, server.remembered]).toEqual([[], []])
})
