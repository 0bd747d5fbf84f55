import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestCli } from '../../testing/test-cli.ts'

const PAGE = readFileSync(new URL('../../../../../docs/lorebooks.md', import.meta.url), 'utf8')
const STEP =
  /File `(?<file>[^`]+)`[^\n]*(?:\n[^\n`]+)*\n\n```markdown\n(?<text>[\s\S]*?)```|```sh\n(?<commands>[\s\S]*?)```/gu

const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/gu)].map((match) => match[1] ?? match[2] ?? '')

const lore = createTestCli()
afterAll(() => lore.dispose())

describe('the page on lorebooks', () => {
  test('goes from an empty folder to the answers it shows, word by word', async () => {
    mkdirSync(lore.path('book'))
    const answers = new Map<string, string>()
    for (const { groups } of PAGE.matchAll(STEP)) {
      if (groups?.['file'] !== undefined) {
        const path = lore.path('book', groups['file'])
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, groups['text'] ?? '')
      }
      for (const line of (groups?.['commands'] ?? '').split('\n').filter((one) => one !== '')) {
        const [name, ...words] = wordsOf(line)
        expect(name).toBe('lore')
        const { code, stdout, stderr } = await lore.run(words, { cwd: lore.path('book') })
        expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' })
        answers.set(line, stdout)
      }
    }
    expect(answers.size).toBeGreaterThanOrEqual(10)
    expect(answers.get('lore book validate')).toContain('0 errors, 0 warnings, 0 notes. 4 files')
    expect(answers.get('lore book query state Checkout --layer delivery')).toMatch(
      /current\n {2}status {2}deprecated/u,
    )
    expect(answers.get('lore book query state Checkout --layer delivery --session 11')).toMatch(
      /current\n {2}status {2}live/u,
    )
  })
})
