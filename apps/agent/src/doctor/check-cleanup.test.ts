import { utimesSync } from 'node:fs'
import { jsonl, said, text, typed } from '@teamlore/sources/claude-code/testing/records'
import type { ReadSession } from '@teamlore/sources/source'
import { createSources } from '@teamlore/sources/sources'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkCleanup } from './check-cleanup.ts'

let home: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  home = temporaryFolder()
})
afterEach(() => home.remove())

const NOW = new Date('2026-11-27T10:00:00Z')
const DAY_MS = 24 * 60 * 60_000

const writtenAgo = (path: string, contents: string, days: number) => {
  const at = new Date(NOW.getTime() - days * DAY_MS)
  utimesSync(home.write(path, contents), at, at)
}

/** A session of Claude Code that nobody went on with for so long. */
const session = (digit: number, days: number) => {
  const records = [
    typed(`u${digit}`, null, 'A question'),
    said(`a${digit}`, `u${digit}`, { id: `m${digit}`, block: text('An answer') }),
  ]
  const id = '11111111-aaaa-4aaa-8aaa-111111111111'.replaceAll('1', String(digit))
  writtenAgo(`.claude/projects/-p/${id}.jsonl`, jsonl(records), days)
  return id
}

const findings = (isSafe: (session: ReadSession) => boolean = () => false) =>
  checkCleanup({
    sources: createSources({ home: home.path, platform: 'linux', variables: {} }),
    safety: { isUnchanged: async () => false, isSafe: async (one) => isSafe(one) },
    home: home.path,
    now: NOW,
  })

describe('a session that its tool will delete', () => {
  test('is reported a week ahead, with what to do, if it is nowhere else', async () => {
    session(1, 24)
    session(2, 22)
    const safe = session(3, 29)
    const [finding, ...others] = await findings(({ native_id }) => native_id === safe)
    expect(others).toEqual([])
    expect(finding).toEqual({
      check: 'cleanup.claude-code',
      state: 'warning',
      message:
        'Claude Code deletes sessions after 30 days. Within 7 days it deletes 1 session that is not on the server.',
      remedy:
        'Run `lore import` now. To have Claude Code keep them longer, raise cleanupPeriodDays in ~/.claude/settings.json.',
    })
  })

  test('depends on how long the tool is set to keep it', async () => {
    session(1, 24)
    home.write('.claude/settings.json', '{"cleanupPeriodDays":365}')
    expect(await findings()).toEqual([])
    home.write('.claude/settings.json', '{"cleanupPeriodDays":3}')
    session(2, 0)
    const [finding] = await findings()
    expect(finding?.message).toContain('after 3 days. Soon it deletes 2 sessions')
    home.write('.claude/settings.json', 'no settings')
    expect((await findings())[0]?.message).toContain('30 days. Within 7 days it deletes 1 session')
  })

  test('may be one of Gemini CLI, unless it keeps all', async () => {
    const chat = {
      sessionId: 's1',
      projectHash: 'p',
      startTime: '2026-10-30T10:00:00Z',
      lastUpdated: '2026-10-30T10:00:00Z',
      messages: [{ id: 'm1', timestamp: '2026-10-30T10:00:00Z', type: 'user', content: 'Begin' }],
    }
    writtenAgo('.gemini/tmp/p/chats/session-1.json', JSON.stringify(chat), 26)
    expect((await findings())[0]).toMatchObject({
      check: 'cleanup.gemini-cli',
      remedy: expect.stringContaining('general.sessionRetention.maxAge in ~/.gemini/settings.json'),
    })
    const reported = (sessionRetention: object) =>
      home.write('.gemini/settings.json', JSON.stringify({ general: { sessionRetention } }))
    for (const kept of [{ enabled: false }, { maxAge: '12w' }]) {
      reported(kept)
      expect(await findings()).toEqual([])
    }
    reported({ maxAge: '48h' })
    expect((await findings())[0]?.message).toContain('after 2 days')
  })

  test('is not one in which nothing was said', async () => {
    writtenAgo('.claude/projects/-p/22222222-aaaa-4aaa-8aaa-222222222222.jsonl', '', 40)
    expect(await findings()).toEqual([])
  })
})
