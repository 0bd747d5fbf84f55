import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { labelledSecrets } from '../../../../../bench/labelled/index.ts'
import { createTestCli } from '../../testing/test-cli.ts'

let lore: ReturnType<typeof createTestCli>
beforeEach(() => {
  lore = createTestCli()
})
afterEach(() => lore.dispose())

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const secretOf = (kind: string): string =>
  labelledSecrets().find((one) => one.kind === kind)?.secret ?? ''

const session = (cwd: string, ...texts: string[]): string =>
  texts
    .map((content, index) =>
      JSON.stringify({
        type: 'user',
        uuid: `u${index}`,
        parentUuid: index === 0 ? null : `u${index - 1}`,
        sessionId: 's1',
        cwd,
        version: '2',
        timestamp: `2026-03-01T10:00:0${index}.000Z`,
        message: { role: 'user', content },
      }),
    )
    .map((line) => `${line}\n`)
    .join('')

describe('lore scan', () => {
  test('reports kinds, counts and what stands around, and never a secret', async () => {
    const secrets = [secretOf('github classic'), secretOf('stripe'), 'Kranich-817!']
    write(
      lore.path('sessions', 's1.jsonl'),
      session(
        lore.path('app'),
        `push with ${secrets[0]} please`,
        `first ${secrets[1]} then ${secrets[1]}`,
        `DB_PASSWORD=${secrets[2]}`,
      ),
    )
    const words = ['scan', '--path', lore.path('sessions')]
    const { code, stdout } = await lore.run(words)
    expect(code).toBe(0)
    expect(stdout).toContain('4 secrets would be taken out of 1 session in 1 file')
    expect(stdout).toContain('push with [REDACTED:github] please')
    expect(stdout).toMatch(/stripe {2}2\n/)
    const json = await lore.run([...words, '--json'])
    expect(json.json()).toMatchObject({
      sessions: 1,
      messages: 3,
      kinds: [
        { kind: 'stripe', count: 2 },
        { kind: 'assignment', count: 1 },
        { kind: 'github', count: 1 },
      ],
      left_out: { sessions: 0, contents: 0 },
    })
    for (const secret of secrets) expect(stdout + json.stdout).not.toContain(secret)
  })

  test('looks into the memory files of the projects too', async () => {
    const secret = secretOf('github classic')
    write(lore.path('app', 'CLAUDE.md'), `Deploy with ${secret} only.\n`)
    write(lore.path('app', '.claude', 'rules', 'tone.md'), 'Be brief.\n')
    write(lore.path('app', '.loreignore'), 'AGENTS.md\n')
    write(lore.path('app', 'AGENTS.md'), `Never say ${secret}.\n`)
    write(lore.path('sessions', 's1.jsonl'), session(lore.path('app'), 'Hello'))
    const words = ['scan', '--path', lore.path('sessions')]
    const { stdout } = await lore.run(words)
    expect(stdout).toContain(
      '1 secret would be taken out of 1 session in 1 file and 2 memory files',
    )
    expect(stdout).toContain('Deploy with [REDACTED:github] only.')
    const json = await lore.run([...words, '--json'])
    expect(json.json()).toMatchObject({
      memory_files: 2,
      kinds: [{ kind: 'github', count: 1, excerpts: [{ path: lore.path('app', 'CLAUDE.md') }] }],
      left_out: { sessions: 0, memory_files: 1 },
    })
    expect(stdout + json.stdout).not.toContain(secret)
  })

  test('counts a project that keeps to itself as left out', async () => {
    write(lore.path('app', '.loreignore'), '')
    write(lore.path('sessions', 's1.jsonl'), session(lore.path('app'), 'password: Kranich-817!'))
    const { json } = await lore.run(['scan', '--path', lore.path('sessions'), '--json'])
    expect(json()).toMatchObject({ kinds: [], left_out: { sessions: 1, contents: 0 } })
  })

  test('takes the rules of this machine too, and names the line of one that is wrong', async () => {
    write(
      lore.path('config', 'redaction.json'),
      '{"rules": [{"name": "acme", "pattern": "acme_\\\\d{4}"}]}',
    )
    write(lore.path('sessions', 's1.jsonl'), session(lore.path('app'), 'it is acme_1234'))
    const words = ['scan', '--path', lore.path('sessions')]
    expect((await lore.run(words)).stdout).toContain('it is [REDACTED:acme]')
    write(
      lore.path('config', 'redaction.json'),
      '{"rules": [\n{"name": "acme", "pattern": "(a+)+"}]}',
    )
    const { code, stderr } = await lore.run(words)
    expect(code).toBe(1)
    expect(stderr).toContain('redaction.json, line 2')
  })

  test('says so when there is nothing, and what is wrong with a path', async () => {
    mkdirSync(lore.path('empty'))
    expect((await lore.run(['scan', '--path', lore.path('empty')])).stdout).toContain('No sessions')
    expect((await lore.run(['scan', '--path', lore.path('nowhere')])).code).toBe(1)
    expect((await lore.run(['scan', '--tool', 'nobody'])).code).toBe(2)
    expect((await lore.run(['scan', '--tool', 'nobody', '--tool', 'codex'])).code).toBe(2)
  })
})
