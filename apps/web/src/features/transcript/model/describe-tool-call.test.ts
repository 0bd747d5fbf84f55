import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeToolCall, filePathOf } from './describe-tool-call.ts'
import { inputView } from './input-view.ts'

const line = (name: string, input: unknown, folder?: string) => {
  const { kind, name: shown, summary } = describeToolCall(name, input, folder)
  return `${kind} | ${shown} | ${summary}`
}

describe('one line for a tool call', () => {
  test.each([
    ['Bash', { command: 'npm test', description: 'Run tests' }, 'run | Bash | npm test'],
    ['shell', { command: ['bash', '-lc', 'ls -la'] }, 'run | shell | ls -la'],
    ['exec_command', { cmd: 'git status' }, 'run | exec_command | git status'],
    ['Read', { file_path: '/a/b.ts', offset: 3 }, 'read | Read | /a/b.ts'],
    ['read-file', { path: 'b.ts' }, 'read | read-file | b.ts'],
    ['Edit', { file_path: 'a.ts', old_string: 'x', new_string: 'y' }, 'edit | Edit | a.ts'],
    ['Write', { file_path: 'a.ts', content: 'x' }, 'write | Write | a.ts'],
    ['Grep', { pattern: 'foo', path: 'src' }, 'find | Grep | foo in src'],
    ['Glob', { pattern: '**/*.ts' }, 'find | Glob | **/*.ts'],
    ['WebFetch', { url: 'https://a.test', prompt: 'x' }, 'web | WebFetch | https://a.test'],
    ['Task', { description: 'Look around', prompt: 'long' }, 'agent | Task | Look around'],
    [
      'TodoWrite',
      { todos: [{ status: 'completed' }, { status: 'pending' }] },
      'plan | TodoWrite | 1 of 2 done',
    ],
    ['mcp__github__create_issue', { title: 'Bug' }, 'other | github · create_issue | Bug'],
    [
      'apply_patch',
      '*** Begin Patch\n*** Update File: src/a.ts\n@@',
      'edit | apply_patch | src/a.ts',
    ],
    ['Something', { n: 3 }, 'other | Something | '],
    ['Something', null, 'other | Something | '],
    // Words every object knows.
    ['constructor', {}, 'other | constructor | '],
    ['valueOf', { path: 'a.ts' }, 'other | valueOf | a.ts'],
    ['Read', '{"file_path":"x.ts"}', 'read | Read | x.ts'],
  ])('%s %j', (name, input, expected) => {
    expect(line(name, input)).toBe(expected)
  })

  test('paths are shown from the folder the session ran in', () => {
    expect(line('Read', { file_path: '/w/repo/src/a.ts' }, '/w/repo')).toBe(
      'read | Read | src/a.ts',
    )
    expect(line('Read', { file_path: '/w/repo2/a.ts' }, '/w/repo')).toBe(
      'read | Read | /w/repo2/a.ts',
    )
    expect(line('Grep', { pattern: 'x', path: '/w/repo' }, '/w/repo')).toBe('find | Grep | x')
    expect(filePathOf({ file_path: '/w/repo/src/a.ts' })).toBe('/w/repo/src/a.ts')
  })

  test('is one short line for any name and any input', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (name, input) => {
        const { name: shown, summary } = describeToolCall(name, input)
        expect(shown).not.toBe('')
        expect(`${shown}${summary}`).not.toMatch(/[\n\r\u202e]/)
        expect(summary.length).toBeLessThanOrEqual(240)
      }),
    )
  })
})

describe('the view of an input', () => {
  test.each([
    ['run', { command: 'ls', description: 'List' }, { as: 'command', command: 'ls', note: 'List' }],
    ['read', { file_path: 'a.ts' }, { as: 'path', path: 'a.ts' }],
    [
      'edit',
      { file_path: 'a.ts', edits: [{ old_string: 'x', new_string: 'y' }, 'broken'] },
      { as: 'edits', path: 'a.ts', edits: [{ before: 'x', after: 'y' }] },
    ],
    ['write', { path: 'a.ts', content: 'x' }, { as: 'file', path: 'a.ts', text: 'x' }],
    ['edit', '*** Begin Patch', { as: 'patch', text: '*** Begin Patch' }],
    ['agent', { prompt: 'do it' }, { as: 'words', text: 'do it' }],
    [
      'plan',
      { plan: [{ step: 'one', status: 'completed' }] },
      { as: 'steps', steps: [{ text: 'one', status: 'completed' }] },
    ],
  ] as const)('%s', (kind, input, view) => {
    expect(inputView(kind, input)).toEqual(view)
  })

  test('an input of no known shape is shown as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (input) => {
        const view = inputView('other', input)
        expect(view.as).toBe('values')
      }),
    )
    expect(inputView('read', { file_path: 'a', limit: 3 })).toMatchObject({ as: 'values' })
  })
})
