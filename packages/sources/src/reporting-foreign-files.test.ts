import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reportingForeignFiles } from './shared/reporting-foreign-files.ts'
import type { Place, Source } from './source.ts'
import { createSources } from './sources.ts'
import { sharedSamples } from './testing/shared-samples.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

const CODEX = JSON.stringify({
  timestamp: '2026-03-01T10:00:00Z',
  type: 'session_meta',
  payload: { id: 'x', cwd: '/home/ada' },
})
const PI = JSON.stringify({
  type: 'session',
  version: 3,
  id: 'x',
  timestamp: '2026-03-01T10:00:00Z',
  cwd: '/home/ada',
})
/** Where tools keep files of their own, one session each. */
const PLACES: readonly (readonly [label: string, path: string])[] = [
  ['Claude Code', '.claude/projects/-p/x.jsonl'],
  ['Codex', '.codex/sessions/2026/03/01/rollout-x.jsonl'],
  ['Pi', '.pi/agent/sessions/p/x.jsonl'],
  ['Droid', '.factory/sessions/p/x.jsonl'],
  ['Qwen Code', '.qwen/projects/p/chats/x.jsonl'],
  ['Gemini CLI', '.gemini/tmp/p/chats/session-x.jsonl'],
  ['Windsurf', '.windsurf/transcripts/x.jsonl'],
  ['Continue', '.continue/sessions/x.json'],
  ['Amp', '.local/share/amp/threads/T-x.json'],
  ['Goose', '.local/share/goose/sessions/x.jsonl'],
]

let home: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  home = temporaryFolder()
})
afterEach(() => home.remove())

/** What becomes of the one file there is, read at once and as it grows. */
const fatesOf = async (label: string) => {
  const sources = createSources({ home: home.path, platform: 'linux', variables: {} })
  const source = sources.find(({ info }) => info.label === label)
  const fates = []
  for await (const place of source?.find() ?? []) {
    if ('problem' in place) throw new Error(place.problem)
    fates.push(await source?.read([place]))
    const opened = await source?.open?.(place)
    if (opened === undefined) continue
    opened.take(JSON.parse(CODEX))
    const file = { ...place, offset: 0, hasUnfinishedTail: false, badLines: { count: 0, first: 0 } }
    fates.push(await opened.outcome({ lines: 1, file }))
  }
  return fates
}

describe('a file of another tool in a tool’s own folder', () => {
  test.each(PLACES)('is reported by %s, with the tool it belongs to', async (label, path) => {
    const owner = label === 'Codex' ? 'Pi' : 'Codex'
    home.write(path, `${owner === 'Pi' ? PI : CODEX}\n`)
    const [read, ...opened] = await fatesOf(label)
    const reason = `is a file of ${owner}, not of ${label}`
    expect(read).toEqual({ status: 'skipped', reason, isForeign: true })
    if (label !== 'Codex') for (const one of opened) expect(one).toEqual(read)
  })
})

describe('what no other tool is sure of', () => {
  test.each(PLACES.filter(([label]) => label !== 'Codex'))(
    'may be of a %s that is newer than this, and is not reported',
    async (label, path) => {
      home.write(path, '{"version":99,"entries":[{"said":"hello"}]}\n')
      const [read] = await fatesOf(label)
      expect(read).toMatchObject({ status: 'skipped' })
      expect(read).not.toHaveProperty('isForeign', true)
    },
  )

  test('nor is a session of the tool itself in which nothing was said yet', async () => {
    home.write('.pi/agent/sessions/p/x.jsonl', `${PI}\n`)
    const [read] = await fatesOf('Pi')
    expect(read).toEqual({ status: 'skipped', reason: 'holds no message yet' })
  })
})

describe('no owner is reported', () => {
  const sourceOf = (
    name: string,
    recognises: Source['recognises'],
    outcome: Awaited<ReturnType<Source['read']>>,
  ): Source => ({
    info: { name, label: name },
    isInstalled: async () => true,
    async *find() {},
    recognises,
    read: async () => outcome,
    watchPaths: async () => [],
  })
  const skipped = { status: 'skipped', reason: 'holds nothing' } as const
  const sure = async () => true
  const read = async (own: Source, other: Source, place: Place) => {
    const [source] = reportingForeignFiles([own, other])
    return source?.read([place])
  }
  const unsure = async () => false

  test('of what two tools are sure of, of damage, and of parts of a store', async () => {
    const other = sourceOf('b', sure, skipped)
    expect(await read(sourceOf('a', sure, skipped), other, { path: '/x' })).toEqual(skipped)
    const damaged = { ...skipped, isDamaged: true }
    expect(await read(sourceOf('a', unsure, damaged), other, { path: '/x' })).toEqual(damaged)
    const part = { path: '/x', part: 'one' }
    expect(await read(sourceOf('a', unsure, skipped), other, part)).toEqual(skipped)
    expect(await read(sourceOf('a', unsure, skipped), other, { path: '/x' })).toMatchObject({
      isForeign: true,
    })
  })

  test('of a file that went away while somebody was asked', async () => {
    const gone = async () => Promise.reject(new Error('ENOENT'))
    const own = sourceOf('a', unsure, skipped)
    expect(await read(own, sourceOf('b', gone, skipped), { path: '/x' })).toEqual(skipped)
  })
})

describe('real files', () => {
  const all = sharedSamples('')
  const folders: Record<string, string> = { gemini: 'gemini-cli', qwen: 'qwen-code' }

  test.skipIf(!all.isThere)('are never reported as files of another tool', async () => {
    const sources = createSources({ home: '/nowhere', platform: 'linux', variables: {} })
    const foreign: string[] = []
    let read = 0
    for (const file of readdirSync(all.path, { recursive: true, withFileTypes: true })) {
      const folder = file.parentPath.slice(all.path.length).split(/[\\/]/).find(Boolean) ?? ''
      const source = sources.find(({ info }) => info.name === (folders[folder] ?? folder))
      if (!file.isFile() || source === undefined || /-(shm|wal)$/.test(file.name)) continue
      const outcome = await source.read([{ path: join(file.parentPath, file.name) }])
      if (outcome.status === 'session') read++
      else if (outcome.isForeign) foreign.push(`${file.name} ${outcome.reason}`)
    }
    expect(read).toBeGreaterThan(50)
    expect(foreign).toEqual([])
  })
})
