import { describe, expect, test } from 'vitest'
import { editsOfPatch } from './apply-patch.ts'

const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

describe('edits of a patch', () => {
  test('each file with what became of it', () => {
    const text = patch(
      '*** Add File: a.ts',
      '+one',
      '+',
      '*** Update File: b.ts',
      '@@ function b',
      ' same',
      '-old',
      '+new',
      '*** Delete File: c.ts',
    )
    expect(editsOfPatch(text)).toEqual([
      { path: 'a.ts', operation: 'create', addedText: ['one', ''], removedText: [] },
      { path: 'b.ts', operation: 'edit', addedText: ['new'], removedText: ['old'] },
      { path: 'c.ts', operation: 'delete', addedText: [], removedText: [] },
    ])
  })

  test('a move ends one file and begins another', () => {
    expect(editsOfPatch(patch('*** Update File: a.ts', '*** Move to: b.ts', '-x', '+y'))).toEqual([
      { path: 'a.ts', operation: 'delete', addedText: [], removedText: [] },
      { path: 'b.ts', operation: 'rename', addedText: ['y'], removedText: ['x'] },
    ])
  })

  test('wherever it stands, however often, and with line ends of Windows', () => {
    const one = patch('*** Add File: a.ts', '+x').replaceAll('\n', '\r\n')
    const text = `cat <<EOF\n+no\n${one}\r\n-no\n${patch('*** Add File: b.ts', '+y')}\nEOF`
    expect(editsOfPatch(text).map(({ path, addedText }) => [path, addedText])).toEqual([
      ['a.ts', ['x']],
      ['b.ts', ['y']],
    ])
  })

  test('no envelope, no edits; one that never ends counts as far as it goes', () => {
    expect(editsOfPatch('*** Add File: a.ts\n+x')).toEqual([])
    expect(editsOfPatch('')).toEqual([])
    expect(editsOfPatch('*** Begin Patch\n+x\n*** Add File: \n+y')).toEqual([])
    expect(editsOfPatch('*** Begin Patch\n*** Add File: a.ts\n+x')).toHaveLength(1)
  })
})
