import { ROUTES } from '@teamlore/shared'
import { jsonl, said, text, typed } from '@teamlore/sources/claude-code/testing/records'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { problem } from '../../capture/testing/fake-server.ts'
import { type ImportBench, importBench } from '../../capture/testing/import-bench.ts'
import { PERSONAL_KEY } from '../../testing/fake-server.ts'
import { createTestCli } from '../../testing/test-cli.ts'

let bench: ImportBench
let cli: ReturnType<typeof createTestCli>
beforeEach(async () => {
  bench = await importBench()
  cli = createTestCli()
  bench.files.write(
    'a.jsonl',
    jsonl([typed('u1', null, 'question'), said('a1', 'u1', { id: 'm1', block: text('answer') })]),
  )
})
afterEach(async () => {
  cli.dispose()
  await bench.close()
})

/** The command, with the engine itself, against the server of the bench. */
const runImport = (...more: string[]) =>
  cli.run(['import', '--path', bench.files.path, ...more], {
    importSessions: (options) => bench.runAs(options),
    times: bench.times,
    env: { LORE_SERVER: bench.server.baseUrl, LORE_KEY: PERSONAL_KEY },
  })

const busy = problem(503, 'server.starting', 'The server starts.')
const heldMessages = () =>
  [...bench.server.held.values()].reduce((sum, { messages }) => sum + messages.size, 0)

describe('lore import and a server that is away for a while', () => {
  test('waits before the first request, says so in one line, and goes on', async () => {
    bench.server.trouble((nth) => (nth <= 2 ? busy : undefined))
    const { code, stdout, stderr } = await runImport()
    expect(code).toBe(0)
    expect(stderr.split('\n')).toEqual([
      'waiting  The server starts. It is tried again for at most 5 min, in 0.4 s first; nothing is lost meanwhile.',
      'going on  the server answers again',
      '',
    ])
    expect(stdout).toMatch(/^Done\. Sent 1 session with 2 messages/)
    expect(heldMessages()).toBe(2)
  })

  test('waits in the middle of sending as well', async () => {
    bench.server.intercept((_, nth) => (nth <= 2 ? busy : undefined))
    const { code, stderr } = await runImport()
    expect(code).toBe(0)
    expect(stderr.match(/^waiting/gm)).toHaveLength(1)
    expect(heldMessages()).toBe(2)
  })

  test('waits when its connection is cut', async () => {
    bench.server.trouble((nth) => (nth <= 2 ? 'cut' : undefined))
    const { code, stderr } = await runImport()
    expect(code).toBe(0)
    expect(stderr).toContain('waiting  Cannot reach http')
    expect(heldMessages()).toBe(2)
  })

  test('captures nothing before it knows what the team takes out', async () => {
    bench.server.setRules([{ name: 'ticket', pattern: 'quest[a-z]+' }])
    let refused = 0
    bench.server.trouble((_, url) =>
      url === ROUTES.redactionRules.get.path && ++refused <= 2 ? busy : undefined,
    )
    expect((await runImport()).code).toBe(0)
    expect(refused).toBe(3)
    expect(heldMessages()).toBe(2)
    expect(JSON.stringify(bench.server.requests)).not.toContain('question')
  })

  test('says how long it waits when the server asks for a time', async () => {
    const asking = { ...busy, headers: { 'retry-after': '20' } }
    bench.server.trouble((nth) => (nth === 1 ? asking : undefined))
    const { stderr } = await runImport()
    expect(stderr).toContain('in 20 s first, as it asks;')
    expect(bench.waits).toEqual([20_250])
  })

  test('shows scripts how long that was, in the one document', async () => {
    bench.server.trouble((nth) => (nth <= 2 ? busy : undefined))
    const { json } = await runImport('--json')
    expect(json()).toMatchObject({ sent: { messages: 2 }, waited_ms: 1_125, stopped: false })
  })

  test('never shows what a server puts into its sentence as anything but text', async () => {
    const hostile = problem(503, 'x.y', 'Gone\u001b[2J away.')
    bench.server.trouble((nth) => (nth === 1 ? hostile : undefined))
    expect((await runImport()).stderr).not.toContain('\u001b[2J')
  })
})

describe('lore import and a server that stays away', () => {
  test('ends after five minutes, says that nothing is lost, and the next one sends it all', async () => {
    bench.server.intercept(() => busy)
    const { code, stderr } = await runImport()
    expect(code).toBe(1)
    expect(bench.times.clock()).toBe(300_000)
    expect(stderr).toMatch(/^lore {2}The server starts\.$/m)
    expect(stderr).toContain('It was waited for, 5 min 0 s in all. Nothing is lost: run the same')
    bench.server.intercept(() => undefined)
    expect((await runImport()).code).toBe(0)
    expect(heldMessages()).toBe(2)
  })

  test('ends at once when it is to be left alone for longer than that', async () => {
    bench.server.intercept(() => ({ ...busy, headers: { 'retry-after': '3600' } }))
    const { code, stderr } = await runImport()
    expect(code).toBe(1)
    expect(bench.waits).toEqual([])
    expect(stderr).toContain('Nothing is lost: run the same command again')
  })

  test('says the same to scripts', async () => {
    bench.server.trouble(() => busy)
    const { code, json } = await runImport('--json')
    expect(code).toBe(1)
    expect(json()).toEqual({
      error: {
        code: 'server.starting',
        message: 'The server starts.',
        hint: expect.stringContaining('Nothing is lost'),
        details: { waited_ms: 300_000 },
      },
    })
  })

  test('is not waited for by a dry run, which asks nobody', async () => {
    const { code } = await runImport('--dry-run')
    expect(code).toBe(0)
    expect(bench.waits).toEqual([])
    expect(bench.server.requests).toEqual([])
  })

  test('does not wait for one that does not let it in', async () => {
    bench.server.trouble(() => problem(401, 'access.unauthenticated', 'Sign in.'))
    const { code, stderr } = await runImport()
    expect(code).toBe(1)
    expect(stderr).not.toContain('Nothing is lost')
    expect(bench.waits).toEqual([])
  })
})
