import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestCli } from '../../testing/test-cli.ts'

let cli: ReturnType<typeof createTestCli>
let home: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  cli = createTestCli()
  home = temporaryFolder()
  home.write('.claude/settings.json', '{}')
  home.write('.codex/config.toml', '')
  home.write('.cursor/mcp.json', '{}')
  home.write('.gemini/settings.json', '{}')
})
afterEach(() => {
  cli.dispose()
  home.remove()
})

const run = (words: string[]) => cli.run(['hooks', ...words], { home: home.path, cwd: home.path })
const hooksOf = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(home.path, name), 'utf8')).hooks

describe.skipIf(process.platform === 'win32')('asking agents what they found', () => {
  test('is a hook at the end of a turn, and of compaction, where a tool lets an agent go on', async () => {
    expect((await run(['install'])).code).toBe(0)
    const claude = hooksOf('.claude/settings.json')
    expect(JSON.stringify(claude['Stop'])).toContain("teamlore-hook' stop claude-code")
    expect(JSON.stringify(claude['PreCompact'])).toContain("teamlore-hook' compact claude-code")
    expect(JSON.stringify(hooksOf('.codex/hooks.json')['Stop'])).toMatch(
      /teamlore-hook' end codex.*teamlore-hook' stop codex/,
    )
    const cursor = hooksOf('.cursor/hooks.json')
    expect(JSON.stringify(cursor['stop'])).toContain("teamlore-hook' stop cursor")
    expect(JSON.stringify(cursor['preCompact'])).toContain("teamlore-hook' compact cursor")
    const gemini = hooksOf('.gemini/settings.json')
    expect(JSON.stringify(gemini['AfterAgent'])).toContain("teamlore-hook' stop gemini")
    expect(JSON.stringify(gemini['PreCompress'])).toContain("teamlore-hook' compact gemini")
    expect((await run(['uninstall'])).code).toBe(0)
    expect(readFileSync(join(home.path, '.gemini/settings.json'), 'utf8')).toBe('{}')
  })

  test('is switched off and on at once, and stays so when hooks are installed again', async () => {
    const status = async () => (await run(['status', '--json'])).json() as { handover: boolean }
    await run(['install'])
    expect(await status()).toMatchObject({ handover: true })
    expect((await run(['install', '--no-handover', '--dry-run'])).code).toBe(0)
    expect(await status()).toMatchObject({ handover: true })
    await run(['install', '--no-handover'])
    await run(['install'])
    expect(await status()).toMatchObject({ handover: false })
    expect((await run(['status'])).stdout).toContain('not asked what they found')
    await run(['install', '--handover'])
    expect(await status()).toMatchObject({ handover: true })
  })
})
