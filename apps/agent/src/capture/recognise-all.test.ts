import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createSources } from '@teamlore/sources/sources'
import { sharedSamples } from '@teamlore/sources/testing/shared-samples'
import { beforeAll, describe, expect, test } from 'vitest'
import { findWith, groupsOf } from './find-groups.ts'
import { createReportBuilder } from './import-report.ts'

/** Folders of the samples and the source each is for; of the others (`other-…` and the like) none reads anything. */
const TOOL_OF_FOLDER: Record<string, string> = {
  'claude-code': 'claude-code',
  codex: 'codex',
  gemini: 'gemini-cli',
  qwen: 'qwen-code',
  'copilot-cli': 'copilot-cli',
  'copilot-chat': 'copilot-chat',
  cline: 'cline',
  continue: 'continue',
  crush: 'crush',
  cursor: 'cursor',
  droid: 'droid',
  goose: 'goose',
  kiro: 'kiro',
  opencode: 'opencode',
  pi: 'pi',
  specstory: 'specstory',
  windsurf: 'windsurf',
  aider: 'aider',
  amp: 'amp',
  zed: 'zed',
}

/** Files that hold no session of the tool in whose folder they stand, with the source that is right to take them. */
const EXCEPTIONS: Record<string, string | null> = {
  // Says which folder a window had open.
  'copilot-chat/git-ai-project__git-ai__copilot_vscode_workspace__workspace.json': null,
  // Only describe a database.
  'zed/kenn-io__agentsview__zed-legacy-threads.sql': null,
  'opencode/git-ai-project__git-ai__opencode-sqlite__schema.sql': null,
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => relative(folder, join(file.parentPath, file.name)).replaceAll('\\', '/'))

describe('whose file it is', () => {
  const all = sharedSamples('')
  const sources = createSources({ home: '/nowhere', platform: 'linux', variables: {} })
  const known = new Set(sources.map(({ info }) => info.name))

  const takersOf = async (path: string): Promise<string[]> => {
    const takers: string[] = []
    for (const source of sources) if (await source.recognises(path)) takers.push(source.info.name)
    return takers
  }

  const ownerOf = (name: string): string | null => {
    const tool = TOOL_OF_FOLDER[name.split('/')[0] ?? ''] ?? null
    const right = name in EXCEPTIONS ? (EXCEPTIONS[name] ?? null) : tool
    return right !== null && known.has(right) ? right : null
  }

  test.skipIf(!all.isThere)(
    'every real file is recognised by its own tool and by no other',
    async () => {
      const wrong: string[] = []
      for (const name of filesBelow(all.path)) {
        if (/-(shm|wal)$/.test(name)) continue
        const takers = (await takersOf(join(all.path, name))).join(' and ') || 'nobody'
        const owner = ownerOf(name) ?? 'nobody'
        if (takers !== owner) wrong.push(`${name}: taken by ${takers}, is of ${owner}`)
      }
      expect(wrong).toEqual([])
    },
  )
})

type Fate = { reader: string } | { skipped: string }

/** What becomes of each file that an import of a whole folder meets. */
const importAll = async (folder: string): Promise<Map<string, Fate>> => {
  const fates = new Map<string, Fate>()
  const note = (path: string, fate: Fate): void => {
    const name = relative(folder, path).replaceAll('\\', '/')
    const before = fates.get(name)
    // Of a store of many sessions one that is read is enough.
    if (before === undefined || 'skipped' in before) fates.set(name, fate)
  }
  const report = createReportBuilder(undefined)
  const sources = createSources({ home: '/nowhere', platform: 'linux', variables: {} })
  const groups = await groupsOf(findWith(sources, folder), { report, signal: undefined })
  const { skippedFiles, failed } = report.done()
  for (const { path, reason } of skippedFiles) note(path, { skipped: reason })
  for (const { name, reason } of failed) note(name, { skipped: reason })
  for (const { source, places } of groups)
    for (const place of places) {
      const outcome = await source.read([place])
      if (outcome.status === 'skipped') note(place.path, { skipped: outcome.reason })
      else
        for (const { path } of [place, ...outcome.session.figures.files])
          note(path, { reader: source.info.name })
    }
  return fates
}

/** Files that an import passes over in silence, for they are no sessions and look like none. */
const COMPANIONS: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/^(MANIFEST\.tsv|README\.md|LICENSES\/.*)$/, 'about the samples'],
  [/^crush\/.*-(wal|shm)$/, 'what SQLite keeps beside the database, read with it'],
  [/\.sql$/, 'describes a database in words'],
  [/^kiro\/.*malformed_payload\.txt$/, 'a value out of a database, broken on purpose'],
]

const UNKNOWN = 'holds nothing that a tool known here writes'

/** Files that an import names as skipped, with the reason it gives. */
const SKIPPED: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^other-/, UNKNOWN],
  // What Cline knows of a session beside its messages: read with these. The summary is made of messages that are there.
  [/^cline\/.*(sdk_session|compaction)\.json$/, UNKNOWN],
  // Which folder a window had open.
  [/^copilot-chat\/.*workspace\.json$/, UNKNOWN],
  // Pieces of one session, which only their folders hold together; the test of the source puts these back.
  [/^opencode\/.*opencode-storage__/, UNKNOWN],
  [/^goose\/.*sessions\.db$/, 'holds no message yet'],
]

describe('an import of all real files', () => {
  const all = sharedSamples('')
  let fates: Map<string, Fate>
  beforeAll(async () => {
    if (all.isThere) fates = await importAll(all.path)
  })

  const expectedOf = (name: string): string => {
    if (COMPANIONS.some(([pattern]) => pattern.test(name))) return 'passed over'
    const skipped = SKIPPED.find(([pattern]) => pattern.test(name))
    return skipped?.[1] ?? `read as ${TOOL_OF_FOLDER[name.split('/')[0] ?? '']}`
  }
  const fateInWords = (fate: Fate | undefined): string => {
    if (fate === undefined) return 'passed over'
    return 'reader' in fate ? `read as ${fate.reader}` : fate.skipped
  }

  test.skipIf(!all.isThere)('reads each, or says why not; nothing is ignored unknowingly', () => {
    const files = filesBelow(all.path)
    expect(files.length).toBeGreaterThan(100)
    const wrong = files.flatMap((name) => {
      const fate = fateInWords(fates.get(name))
      return fate === expectedOf(name) ? [] : [`${name}: ${fate}, expected ${expectedOf(name)}`]
    })
    expect(wrong).toEqual([])
  })

  test.skipIf(!all.isThere)('needs every exception that is listed', () => {
    const files = filesBelow(all.path)
    const idle = [...COMPANIONS, ...SKIPPED].filter(
      ([pattern]) => !files.some((name) => pattern.test(name)),
    )
    expect(idle).toEqual([])
  })
})
