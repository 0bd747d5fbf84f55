import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serverRoot } from '../../capture/state-store.ts'
import type { Finding } from '../../doctor/finding.ts'
import { type ToolCapture, writeCaptureState } from '../../platform/capture-state.ts'
import { buildCapture, buildCaptureMachine, buildCaptureTool } from '../../testing/fake-data.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

const AT = '2026-05-02T12:00:00.000Z'

let lore: LoggedInCli
beforeEach(async () => {
  lore = await openLoggedInCli()
})
afterEach(() => lore.close())

/** What this machine has read of Claude Code; the server has 12,000 messages of it. */
const hasReadHere = async (figures: Pick<ToolCapture, 'messages' | 'spooled'>): Promise<void> => {
  const root = serverRoot(join(lore.cli.configDir, 'state'), lore.server.world.me.team.id)
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const tool = {
    tool: 'claude-code',
    label: 'Claude Code',
    files: 1,
    sessions: 40,
    prompts: 1,
    sent: figures.messages,
    acknowledged: figures.messages,
    quarantined: 0,
    left_out: 0,
    bad_lines: 0,
    oldest_unsent_at: null,
    last_success_at: null,
    last_error: null,
    ...figures,
  }
  await writeCaptureState(root, {
    version: 1,
    server: lore.server.url,
    since: AT,
    written_at: AT,
    tools: [tool],
    writer: { pid: process.pid, kind: 'import', started_at: AT },
    spool: { batches: 0, bytes: 0, limit_bytes: 1, oldest_at: null },
    rejected: { batches: 0, bytes: 0 },
    last_success_at: null,
    last_error: null,
    paused: null,
  })
}

const statusAndDoctor = async () => {
  const status = await lore.run(['status'])
  const { code, json } = await lore.run(['doctor', '--json'])
  const { findings } = json() as { findings: Finding[] }
  return { status, code, about: findings.filter(({ check }) => check.startsWith('capture.')) }
}

describe('where this machine has read more than the server has', () => {
  test('status and doctor both say so, before anything was reported, and fail', async () => {
    await hasReadHere({ messages: 12_040, spooled: 0 })
    const { status, code, about } = await statusAndDoctor()
    expect(status.stdout).toContain('40 missing')
    expect(status.code).toBe(1)
    expect(about).toMatchObject([{ check: 'capture.not_arrived', state: 'error' }])
    expect(about[0]?.message).toContain('40 messages of Claude Code')
    expect(code).toBe(2)
  })

  test('nothing is missing as long as the rest waits to be sent', async () => {
    await hasReadHere({ messages: 12_040, spooled: 40 })
    const { status, about } = await statusAndDoctor()
    expect(status.code).toBe(0)
    expect(about).toMatchObject([{ check: 'capture.complete', state: 'ok' }])
  })

  test('a trouble the server has reported already is reported once', async () => {
    const alarm = {
      code: 'capture.not_arrived',
      severity: 'error' as const,
      machine_id: '',
      message: '40 are not here.',
      remedy: 'Send them again.',
      tool: 'claude-code',
    }
    const machine = buildCaptureMachine()
    const alarms = [{ ...alarm, machine_id: machine.id }]
    lore.server.world.capture = buildCapture({ machines: [machine], alarms })
    await hasReadHere({ messages: 12_040, spooled: 0 })
    expect((await statusAndDoctor()).about).toMatchObject([{ message: '40 are not here.' }])
  })
})

test('tools of which the server has nothing are not counted', async () => {
  const used = buildCaptureTool()
  const server = { ...used.server, sessions: 0, messages: 0 }
  const tools = [used, { ...used, tool: 'aider', label: 'Aider', server }]
  lore.server.world.capture = buildCapture({ machines: [buildCaptureMachine({ tools })] })
  expect((await statusAndDoctor()).about[0]?.message).toContain('12,000 messages of 1 tool')
})
