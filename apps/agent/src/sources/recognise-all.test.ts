import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sharedSamples } from '../testing/shared-samples.ts'
import { createSources } from './sources.ts'

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
  aider: 'aider',
  amp: 'amp',
  zed: 'zed',
}

/** Files that hold no session of the tool in whose folder they stand, with the source that is right to take them. */
const EXCEPTIONS: Record<string, string | null> = {
  // VS Code writes its chats down a second time, as events; the chats themselves are read.
  'copilot-chat/git-ai-project__git-ai__copilot_vscode_event_stream.jsonl': null,
  'copilot-chat/git-ai-project__git-ai__copilot_vscode_workspace__GitHub.copilot-chat__transcripts__test-session-abc.jsonl':
    null,
  // Says which folder a window had open.
  'copilot-chat/git-ai-project__git-ai__copilot_vscode_workspace__workspace.json': null,
  // Only describe a database.
  'zed/kenn-io__agentsview__zed-legacy-threads.sql': null,
  'opencode/git-ai-project__git-ai__opencode-sqlite__schema.sql': null,
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !/-(shm|wal)$/.test(file.name))
    .map((file) => relative(folder, join(file.parentPath, file.name)))

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
        const takers = (await takersOf(join(all.path, name))).join(' and ') || 'nobody'
        const owner = ownerOf(name) ?? 'nobody'
        if (takers !== owner) wrong.push(`${name}: taken by ${takers}, is of ${owner}`)
      }
      expect(wrong).toEqual([])
    },
  )
})
