import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ReadSession } from '../source.ts'
import { sharedSamples } from '../testing/shared-samples.ts'
import { describeSourceContract } from '../testing/source-contract.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createClaudeCodeSource } from './claude-code.source.ts'

const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url))
const COUNTER = fileURLToPath(new URL('../../test-support/count-claude-code.mjs', import.meta.url))

describeSourceContract('Claude Code', {
  make: () => createClaudeCodeSource({ configDir: FIXTURES }),
  makeMissing: () => createClaudeCodeSource({ home: '/nowhere/at/all' }),
  samples: FIXTURES,
})

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

describe('where Claude Code keeps its files', () => {
  test('in the home folder, in two places', async () => {
    mkdirSync(join(folder.path, '.claude', 'projects'), { recursive: true })
    mkdirSync(join(folder.path, '.config', 'claude', 'projects'), { recursive: true })
    const source = createClaudeCodeSource({ home: folder.path })
    expect(await source.isInstalled()).toBe(true)
    expect(await source.watchPaths()).toEqual([
      join(folder.path, '.claude', 'projects'),
      join(folder.path, '.config', 'claude', 'projects'),
    ])
  })

  test('or where it was configured to, which may be several folders', async () => {
    folder.write('a/projects/-p/x.jsonl', '')
    folder.write('b/projects/-q/y.jsonl', '')
    folder.write('.claude/projects/-r/z.jsonl', '')
    const configDir = `${join(folder.path, 'a')}, ${join(folder.path, 'b')},`
    const found: string[] = []
    for await (const one of createClaudeCodeSource({ configDir, home: folder.path }).find())
      found.push(one.path)
    expect(found).toEqual([
      join(folder.path, 'a/projects/-p/x.jsonl'),
      join(folder.path, 'b/projects/-q/y.jsonl'),
    ])
  })

  test('an empty setting is none', async () => {
    folder.write('.claude/projects/-r/z.jsonl', '')
    expect(await createClaudeCodeSource({ configDir: ' ', home: folder.path }).isInstalled()).toBe(
      true,
    )
  })
})

type Counts = { messages: number; prompts: number; edits: number; outputTokens: number }

const countIndependently = (path: string): { sessions: Record<string, Counts>; files: object } =>
  JSON.parse(execFileSync(process.execPath, [COUNTER, path, '--json'], { encoding: 'utf8' }))

const countByReading = async (path: string): Promise<Record<string, Counts>> => {
  const source = createClaudeCodeSource()
  const parts = new Map<string, string[]>()
  for await (const found of source.find(path)) {
    const outcome = await source.read([found])
    if (outcome.status !== 'session') continue
    const { native_id } = outcome.session
    parts.set(native_id, [...(parts.get(native_id) ?? []), found.path])
  }
  const counts: Record<string, Counts> = {}
  for (const [nativeId, paths] of parts) {
    const outcome = await source.read(paths.map((path) => ({ path })))
    if (outcome.status === 'session') counts[nativeId] = countsOf(outcome.session)
  }
  return counts
}

const countsOf = ({ messages, edits }: ReadSession): Counts => ({
  messages: messages.length,
  prompts: messages.filter(({ kind }) => kind === 'human').length,
  edits: edits.filter(({ operation }) => operation === 'create' || operation === 'edit').length,
  outputTokens: messages.reduce((sum, { usage }) => sum + (usage?.output_tokens ?? 0), 0),
})

describe('counts agree with a count that shares no code with the reader', () => {
  test('of the fixtures', async () => {
    const { sessions } = countIndependently(FIXTURES)
    expect(Object.keys(sessions)).toHaveLength(6)
    expect(await countByReading(FIXTURES)).toEqual(sessions)
  })

  const real = sharedSamples('claude-code')
  test.skipIf(!real.isThere)('of real sessions, where this machine has some', async () => {
    const { sessions } = countIndependently(real.path)
    expect(Object.keys(sessions).length).toBeGreaterThan(10)
    expect(await countByReading(real.path)).toEqual(sessions)
  })
})
