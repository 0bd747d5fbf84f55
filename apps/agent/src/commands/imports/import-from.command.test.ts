import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type {
  ImportPeer,
  PeerImportOptions,
  PeerImportReport,
} from '../../importers/import-peer.types.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

const none = { inserted: 0, updated: 0, unchanged: 0 }

const fakeImportPeer = (fields: Partial<PeerImportReport> = {}) => {
  const asked: PeerImportOptions[] = []
  const importPeer: ImportPeer = async (options) => {
    asked.push(options)
    return {
      peer: options.peer,
      files: ['/home/ana/.claude-mem/claude-mem.db'],
      sessions: 4,
      joined: 0,
      messages: { ...none, inserted: 9 },
      summaries: none,
      observations: { inserted: 30, updated: 2, unchanged: 1 },
      redactions: 0,
      serverRedactions: 0,
      leftOut: 0,
      withoutFolder: 0,
      older: 0,
      failed: [],
      partiallyStored: [],
      tookMs: 1_200,
      dryRun: options.dryRun,
      stopped: false,
      ...fields,
    }
  }
  return { asked, importPeer }
}

describe('lore import --from', () => {
  test('ends with what was brought', async () => {
    const { code, stdout } = await lore.run(['import', '--from', 'claude-mem'], fakeImportPeer())
    expect(code).toBe(0)
    expect(stdout.split('\n')).toEqual([
      'Done. Brought 39 records of 4 sessions from claude-mem and renewed 2 in 1.2 s.',
      '  read          ~/.claude-mem/claude-mem.db',
      '  messages      9 new',
      '  observations  30 new, 2 renewed, 1 already there',
      '',
    ])
  })

  test('says how many sessions were left out, and of how many no folder is known', async () => {
    const fake = fakeImportPeer({ leftOut: 2, withoutFolder: 1 })
    const { stdout } = await lore.run(['import', '--from', 'claude-mem'], fake)
    expect(stdout).toContain('  left out      2 sessions by .loreignore')
    expect(stdout).toContain('  no folder     1 session named none that is here')
  })

  test('hands on what was asked for, and sends nothing when asked not to', async () => {
    const fake = fakeImportPeer()
    const words = ['import', '--from', 'loreai', '--path', '/x/lore.db', '--since', '2026-01-01']
    const { stdout } = await lore.run([...words, '--dry-run'], fake)
    expect(stdout).toContain('This was a dry run: nothing was sent.')
    expect(fake.asked[0]).toMatchObject({ peer: 'loreai', path: '/x/lore.db', dryRun: true })
    expect(fake.asked[0]?.since).toMatch(/^20(25-12-31|26-01-01)T/)
  })

  test('says in one line that there was nothing new', async () => {
    const same = { inserted: 0, updated: 0, unchanged: 5 }
    const fake = fakeImportPeer({ messages: none, observations: same })
    const { stdout } = await lore.run(['import', '--from', 'claude-mem'], fake)
    expect(stdout).toMatch(/^Nothing new: all of 4 sessions from claude-mem is already/)
  })

  test('names what the server kept in part, and is content', async () => {
    const partiallyStored = [{ name: 'sdk-9', reason: 'message m7: a text is too long' }]
    const { code, stdout } = await lore.run(
      ['import', '--from', 'claude-mem'],
      fakeImportPeer({ partiallyStored }),
    )
    expect(code).toBe(0)
    expect(stdout).toContain('1 kept in part by the server:')
    expect(stdout).toMatch(/sdk-9 +message m7: a text is too long/)
  })

  test('fails when a part failed, and names it', async () => {
    const fake = fakeImportPeer({ failed: [{ name: 'sdk-9', reason: 'It is refused.' }] })
    const { code, stdout } = await lore.run(['import', '--from', 'claude-mem'], fake)
    expect(code).toBe(1)
    expect(stdout).toMatch(/sdk-9\s+It is refused\./)
  })

  test('prints one JSON document with --json', async () => {
    const { json } = await lore.run(['import', '--from', 'claude-mem', '--json'], fakeImportPeer())
    expect(json()).toMatchObject({
      peer: 'claude-mem',
      dry_run: false,
      left_out: 0,
      without_folder: 0,
      took_ms: 1_200,
    })
  })

  test.each([
    [['--from', 'memex'], /claude-mem, lore, loreai/],
    [['--from', 'lore', '--tool', 'aider'], /--tool does not go with --from/],
    [['--all', '--since', '7d'], /do not go together/],
  ])('refuses %j with a sentence', async (words, sentence) => {
    const { code, stderr } = await lore.run(['import', ...words], fakeImportPeer())
    expect(code).toBe(2)
    expect(stderr).toMatch(sentence)
  })
})
