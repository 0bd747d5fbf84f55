import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RunImport } from '../../capture/import.types.ts'
import { buildReport } from '../../testing/fake-import.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

describe('progress', () => {
  const progress = (at: number) =>
    ({
      phase: 'sending',
      placesTotal: 3_000,
      placesDone: at,
      sessionsSent: at,
      messagesSent: at * 10,
      currentFile: `/home/ana/.claude/projects/${'deep/'.repeat(20)}${at}.jsonl`,
      tool: { name: 'aider', total: 500, done: at },
    }) as const

  /** An engine that reports progress once a second, by a clock that does not wait. */
  const slowEngine = (seconds: number) => {
    let time = Date.parse('2026-05-02T12:00:00.000Z')
    const importSessions: RunImport = async ({ onProgress }) => {
      for (let at = 1; at <= seconds; at++) {
        time += 1_000
        onProgress?.(progress(at))
      }
      return buildReport()
    }
    return { importSessions, clock: () => new Date(time) }
  }

  test('is one line in a terminal, never wider than it, and gone at the end', async () => {
    const { stdout, stderr } = await lore.run(['import'], {
      ...slowEngine(3),
      columns: 110,
      env: { NO_COLOR: '1' },
    })
    expect(stderr).toContain('3 of 3,000 places, 3 sessions with 30 messages sent')
    expect(stderr).toMatch(/…\S+3\.jsonl/)
    expect(stderr).not.toContain('\n')
    for (const line of stderr.split('\r\u001b[K')) expect(line.length).toBeLessThan(110)
    expect(stderr.endsWith('\r\u001b[K')).toBe(true)
    expect(stdout).toMatch(/^Done\./)
  })

  test('says how fast it goes, what is left, and of which tool', async () => {
    const { stderr } = await lore.run(['import'], { ...slowEngine(11), columns: 140 })
    expect(stderr).toContain(
      '11 of 3,000 places, 11 sessions with 110 messages sent, 1.1 places/s, 45 min 17 s left (aider: 11 of 500 places)',
    )
  })

  test('is a line a minute in a log, and none for a short import', async () => {
    const long = await lore.run(['import'], slowEngine(125))
    expect(long.stderr.split('\n').map((line) => line.slice(0, 20))).toEqual([
      '60 of 3,000 places, ',
      '120 of 3,000 places,',
      '',
    ])
    expect((await lore.run(['import'], slowEngine(40))).stderr).toBe('')
  })

  test('shows what came last before a long pause', async () => {
    let hasShown = () => false
    const importSessions: RunImport = async ({ onProgress }) => {
      for (let at = 1; at <= 7; at++) onProgress?.(progress(at))
      while (!hasShown()) await new Promise((resolve) => setTimeout(resolve, 5))
      return buildReport()
    }
    const running = lore.run(['import'], { importSessions, columns: 72, clock: () => new Date() })
    hasShown = () => lore.cli.shown().includes('7 of 3,000 places')
    expect((await running).code).toBe(0)
  })

  test('stays out of the way of JSON', async () => {
    const { json, stderr } = await lore.run(['import', '--json'], slowEngine(70))
    expect(json()).toMatchObject({ files: 44 })
    expect(stderr).toContain('60 of 3,000 places')
  })
})

describe('Ctrl-C', () => {
  test('lets the import end after what is under way, and says what is kept', async () => {
    const importSessions: RunImport = async ({ signal }) => {
      lore.cli.interrupt()
      expect(signal?.aborted).toBe(true)
      return buildReport({ stopped: true })
    }
    const result = await lore.run(['import'], { importSessions })
    expect(result.code).toBe(130)
    expect(result.stderr).toContain('Stopping after what is under way')
    expect(result.stdout).toContain(
      'Stopped. 45 sessions with 12,000 messages arrived and are kept',
    )
    expect(result.listeners).toBe(0)
  })

  test('is given back even when the import fails', async () => {
    const importSessions: RunImport = () => Promise.reject(new Error('broken'))
    expect((await lore.run(['import'], { importSessions })).listeners).toBe(0)
  })
})
