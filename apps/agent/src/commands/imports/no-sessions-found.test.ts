import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFakeImport, nothingSent } from '../../testing/fake-import.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

describe('lore import --path where no session is', () => {
  test('a file that holds no session is reported with its reason first, and fails', async () => {
    const path = lore.cli.path('garbage.bin')
    writeFileSync(path, 'no session')
    const reason = 'holds nothing that a tool known here writes'
    const nothing = { sessions: 0, messages: 0, sent: nothingSent, unchanged: { sessions: 0 } }
    const { importSessions } = createFakeImport({
      ...nothing,
      files: 0,
      skippedFiles: [{ path, reason }],
    })
    const words = ['import', '--path', path]
    const { code, stdout } = await lore.run(words, { importSessions })
    expect(code).toBe(1)
    expect(stdout.split('\n')[0]).toBe(`${path}: ${reason}.`)
    expect(stdout).toContain('Nothing was sent.')
    expect(stdout).not.toContain('Nothing new')
    const dry = await lore.run([...words, '--dry-run'], { importSessions })
    expect(dry.code).toBe(1)
    const json = await lore.run([...words, '--json'], { importSessions })
    expect(json.code).toBe(1)
    expect(json.json()).toMatchObject({ skipped_files: [{ path, reason }] })
  })

  test('a folder in which nothing is a session fails too, and says why of what was looked at', async () => {
    const folder = lore.cli.path('papers')
    mkdirSync(folder)
    const skippedFiles = [1, 2].map((at) => ({ path: `${folder}/${at}.jsonl`, reason: 'is empty' }))
    const { importSessions } = createFakeImport({
      sessions: 0,
      messages: 0,
      sent: nothingSent,
      unchanged: { sessions: 0 },
      files: 2,
      skippedFiles,
    })
    const { code, stdout } = await lore.run(['import', '--path', folder], { importSessions })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^ {2}2 files hold no session:\n {4}is empty\n/)
    expect(stdout).toMatch(/\nNothing was sent: there is no session in .*papers\.\n$/)
    const empty = createFakeImport({
      sessions: 0,
      messages: 0,
      sent: nothingSent,
      unchanged: { sessions: 0 },
      files: 0,
    })
    const none = await lore.run(['import', '--path', folder], empty)
    expect(none.code).toBe(1)
    expect(none.stdout).toMatch(/^Nothing was sent: there is no session in .*papers\.\n$/)
  })
})
