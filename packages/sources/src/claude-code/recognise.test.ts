import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sharedSamples } from '../testing/shared-samples.ts'
import { createClaudeCodeSource } from './claude-code.source.ts'
import { recognise } from './recognise.ts'

describe('whose record it is', () => {
  test.each([
    [{ type: 'file-history-snapshot' }, 'claude-code'],
    [{ type: 'summary', summary: 'x', leafUuid: 'u' }, 'claude-code'],
    [{ type: 'progress', isSidechain: false }, 'claude-code'],
    [{ type: 'user', message: { content: 'x' } }, 'claude-code'],
    [{ type: 'attachment', attachment: { type: 'queued_command' } }, 'claude-code'],
    [{ type: 'permission-mode', permissionMode: 'default' }, 'undecided'],
    [{ type: 'user', message: {} }, 'undecided'],
    [{}, 'undecided'],
    ['text', 'undecided'],
    [null, 'undecided'],
    [{ type: 'session_meta', payload: {} }, { other: 'Codex' }],
    [{ sessionId: 's', projectHash: 'h', startTime: 't' }, { other: 'Gemini CLI' }],
    [{ type: 'session.start', data: {} }, { other: 'Copilot CLI' }],
    [{ type: 'session', cwd: '/x' }, { other: 'Pi' }],
    [{ type: 'session_start', id: 'x' }, { other: 'Droid' }],
    [{ kind: 0, v: {} }, { other: 'VS Code chat' }],
    [{ uuid: 'u', type: 'user', message: { parts: [] } }, { other: 'Qwen Code' }],
    [{ sessionId: 'session-5de701fc-7454', isSidechain: false, type: 'user' }, { other: 'iFlow' }],
  ])('%j', (record, verdict) => {
    expect(recognise(record)).toEqual(verdict)
  })

  const all = sharedSamples('')
  test.skipIf(!all.isThere)(
    'real files of other tools are skipped with a reason, whatever they are called',
    async () => {
      const source = createClaudeCodeSource({ home: '/nowhere' })
      const tools = readdirSync(all.path, { withFileTypes: true }).filter((entry) =>
        entry.isDirectory(),
      )
      const taken: string[] = []
      for (const { name } of tools.filter((tool) => tool.name !== 'claude-code'))
        for await (const found of source.find(join(all.path, name))) {
          const outcome = await source.read([found])
          if (outcome.status === 'session') taken.push(found.path)
          else expect(outcome.reason).toMatch(/not of Claude Code|nothing that Claude Code writes/)
        }
      expect(taken).toEqual([])
    },
  )
})
