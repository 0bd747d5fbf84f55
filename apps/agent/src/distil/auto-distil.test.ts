import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoreClient } from '@teamlore/shared'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OwnAgentError } from '../own-agent/own-agent-error.ts'
import { installStubs } from '../own-agent/testing/stub-agents.ts'
import { type AutoDistil, distilWhatIsDue, restUntil } from './auto-distil.ts'
import type { DistilReport } from './distil.types.ts'
import { changeDistilSettings, readDistilSettings } from './distil-settings.ts'
import { createFakeLeases, type FakeLeases } from './testing/fake-leases.ts'

let folder: string
let stubs: ReturnType<typeof installStubs>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'auto-distil-'))
  stubs = installStubs(folder, ['claude'])
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const SERVER = 'https://lore.example.test'
const file = () => join(folder, 'distil.json')
const switchOn = (more: object = {}) =>
  changeDistilSettings(file(), (settings) => ({
    ...settings,
    agreed: [{ server: SERVER, tool: 'claude' as const, memories: false }],
    auto: { server: SERVER, with: 'auto', model: null, daily_tokens: 200_000, since_days: 90 },
    ...more,
  }))

const look = (leases: FakeLeases): Promise<DistilReport | undefined> => {
  const auto: AutoDistil = {
    client: {
      distilLeases: {
        status: async () => leases.status(),
        lease: async (body: unknown) => leases.lease(body),
        answer: async (body: unknown) => leases.answer(body),
      } as unknown as LoreClient['distilLeases'],
    },
    server: SERVER,
    serverId: 'team_1',
    settingsFile: file(),
    machine: {
      stateDir: join(folder, 'state'),
      home: stubs.home,
      variables: { PATH: `${stubs.bin}:/usr/bin:/bin`, HOME: stubs.home },
    },
    holder: 'laptop',
    now: () => new Date('2026-05-02T12:00:00Z'),
    signal: new AbortController().signal,
    onRun: () => undefined,
  }
  return distilWhatIsDue(auto, () => 3_600_000)
}

test('what is quiet is distilled where somebody switched it on, and by nobody else', async () => {
  await switchOn()
  const leases = createFakeLeases(['One.', 'Two.'])
  expect((await look(leases))?.sessions.done).toBe(2)
})

test('nothing is sent to a coding agent that nobody agreed to, nor beyond the cap of the day', async () => {
  const leases = createFakeLeases(['One.'])
  await switchOn({ agreed: [] })
  await expect(look(leases)).rejects.toMatchObject({ code: 'distil.forbidden' })
  await switchOn()
  const status = leases.status()
  leases.status = () => ({ ...status, today: { tokens: 200_000 } })
  expect(await look(leases)).toBeUndefined()
  expect(stubs.calls()).toEqual([])
})

test('memories are sent to a coding agent only where somebody agreed to that, too', async () => {
  await switchOn()
  const leases = createFakeLeases(['One.'], { memories: ['Two.'] })
  expect(await look(leases)).toMatchObject({ sessions: { done: 1 }, memories: { done: 0 } })
  expect(await look(leases)).toBeUndefined()
  await switchOn({ agreed: [{ server: SERVER, tool: 'claude', memories: true }] })
  expect(await look(leases)).toMatchObject({ sessions: { done: 0 }, memories: { done: 1 } })
})

test('after a limit nobody is asked before the coding agent goes on', async () => {
  await switchOn()
  stubs.setMode('limit')
  await look(createFakeLeases(['One.']))
  const { rests_until } = await readDistilSettings(file())
  expect(rests_until).toBe('2100-01-01T00:00:00.000Z')
  stubs.setMode('ok')
  expect(await look(createFakeLeases(['Two.']))).toBeUndefined()
})

test('where it does not say when, it is left alone for an hour, then for longer', () => {
  const now = new Date('2026-05-02T12:00:00Z')
  const error = new OwnAgentError('rate-limited', 'later')
  const stopped = { why: 'coding agent' as const, error }
  expect(restUntil({ stopped }, now, () => 3_600_000)?.toISOString()).toBe(
    '2026-05-02T13:00:00.000Z',
  )
  expect(restUntil({ stopped: null }, now, () => 1)).toBeNull()
})
