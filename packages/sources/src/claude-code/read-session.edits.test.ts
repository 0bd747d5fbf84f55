import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answered, call, said, typed } from './testing/records.ts'
import { sessionFolder } from './testing/session-folder.ts'

let folder: ReturnType<typeof sessionFolder>
beforeEach(() => {
  folder = sessionFolder()
})
afterEach(() => folder.remove())

const start = typed('u1', null, 'Begin')

describe('edits', () => {
  const patch = [{ lines: [' a', '-old', '+new', '+', '+more', ' b'] }]
  const edited = (name: string, input: unknown, result?: unknown) => [
    start,
    said('a1', 'u1', { id: 'm', block: call('t1', name, input) }),
    answered('r1', 'a1', { id: 't1', ...(result === undefined ? {} : { result }) }),
  ]
  const editsOf = async (records: readonly unknown[]) =>
    (await folder.read(records)).edits.map(({ ts: _, ...edit }) => edit)

  test('the structured patch says what was written', async () => {
    const result = { filePath: '/x/a.ts', structuredPatch: patch, oldString: 'o', newString: 'n' }
    expect(await editsOf(edited('Edit', {}, result))).toEqual([
      {
        key: 't1',
        message_key: 'm:req',
        tool_call_id: 't1',
        path: '/x/a.ts',
        operation: 'edit',
        addedText: ['new', '', 'more'],
        removedText: ['old'],
      },
    ])
  })

  test.each([
    [
      'a new file',
      'Write',
      {},
      { type: 'create', filePath: '/x/a', content: 'l1\nl2\n', structuredPatch: [] },
      { operation: 'create', addedText: ['l1', 'l2'], removedText: [] },
    ],
    [
      'a file written over',
      'Write',
      {},
      { type: 'update', filePath: '/x/a', content: 'new', structuredPatch: patch },
      { operation: 'edit', removedText: ['old'] },
    ],
    [
      'a cell',
      'NotebookEdit',
      {},
      { notebook_path: '/x/a', edit_mode: 'replace', new_source: 'x = 2', old_source: 'x = 1' },
      { operation: 'edit', addedText: ['x = 2'], removedText: ['x = 1'] },
    ],
    [
      'a cell taken out',
      'NotebookEdit',
      {},
      { notebook_path: '/x/a', edit_mode: 'delete', new_source: '', old_source: 'x = 1' },
      { addedText: [], removedText: ['x = 1'] },
    ],
    [
      'an edit without its result',
      'Edit',
      { file_path: '/x/a', old_string: 'a\nb', new_string: 'a\nc' },
      undefined,
      { operation: 'edit', addedText: ['c'], removedText: ['b'] },
    ],
    [
      'a write without its result',
      'Write',
      { file_path: '/x/a', content: 'l1' },
      undefined,
      { operation: 'create', addedText: ['l1'] },
    ],
    [
      'several at once without a result',
      'MultiEdit',
      {
        file_path: '/x/a',
        edits: [
          { old_string: 'a', new_string: 'b' },
          { old_string: 'c', new_string: 'd' },
        ],
      },
      undefined,
      { addedText: ['b', 'd'], removedText: ['a', 'c'] },
    ],
    [
      'a structured result whose call is in another file',
      'Other',
      {},
      { filePath: '/x/a', structuredPatch: patch },
      { path: '/x/a' },
    ],
  ])('%s', async (_, name, input, result, expected) => {
    expect(await editsOf(edited(name, input, result))).toMatchObject([expected])
  })

  test('a shell command deletes and renames what lies in the session’s folder', async () => {
    const command = 'rm src/old.ts /tmp/elsewhere && git mv a.ts b.ts'
    expect(
      await editsOf(edited('Bash', { command }, { stdout: '', interrupted: false })),
    ).toMatchObject([
      { key: 't1', path: '/home/ada/anvil/src/old.ts', operation: 'delete' },
      { key: 't1#1', path: '/home/ada/anvil/a.ts', operation: 'delete' },
      { key: 't1#2', path: '/home/ada/anvil/b.ts', operation: 'rename' },
    ])
  })

  test('what failed, was refused, interrupted or has no answer yet wrote nothing', async () => {
    const edit = call('t1', 'Edit', { file_path: '/x/a', old_string: 'a', new_string: 'b' })
    const asked = [start, said('a1', 'u1', { id: 'm', block: edit })]
    const none = [
      asked,
      [...asked, answered('r1', 'a1', { id: 't1', isError: true })],
      [...asked, answered('r1', 'a1', { id: 't1', result: 'Error: not found' })],
      edited('Bash', { command: 'rm a.ts' }, { stdout: '', interrupted: true }),
      edited(
        'Read',
        { file_path: '/x/a' },
        { type: 'text', file: { filePath: '/x/a', content: 'c' } },
      ),
    ]
    for (const records of none) expect(await editsOf(records)).toEqual([])
  })

  test('a result in front of its call is tied to it all the same', async () => {
    const [, asked, result] = edited('Write', { file_path: '/x/a', content: 'l1' })
    expect(await editsOf([start, result, asked])).toMatchObject([
      { path: '/x/a', message_key: 'm:req' },
    ])
  })
})
