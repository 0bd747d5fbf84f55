import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const read = (name: string): string =>
  readFileSync(new URL(`../../../../../docs/guides/ci/${name}`, import.meta.url), 'utf8')
/** Every text in a document, wherever it is. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(textsIn)
      : []

describe.each(['github-workflow.yml', 'gitlab-job.yml'])('the ready job %s', (name) => {
  const texts = textsIn(parse(read(name)))

  test('asks for options that there are', () => {
    const calls = texts.filter((text) => text.startsWith('lore ci '))
    expect(calls.length).toBeGreaterThan(1)
    for (const call of calls)
      expect(call).toMatch(/^lore ci --base "\$\w+"( --format (sarif|junit))?( >>? "?\S+"?)?$/)
  })

  test('keeps what others may write out of its shell, and its key out of the file', () => {
    const commands = texts.filter((text) => /^(?:lore|npm) /.test(text))
    for (const command of commands) expect(command).not.toContain('${{')
    expect(read(name)).not.toContain('tlk_')
  })
})
