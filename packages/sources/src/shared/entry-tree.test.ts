import { describe, expect, test } from 'vitest'
import { draftMessage } from '../turns/session-draft.ts'
import { createEntryTree } from './entry-tree.ts'

type Given = readonly [id: string, parent: string | null, isMessage?: boolean]

/** Each message with whom it answers, `!` where it was left behind. */
const settled = (entries: readonly Given[]) => {
  const tree = createEntryTree()
  const drafts = entries.map(([id, parent, isMessage = true]) => {
    const draft = isMessage ? draftMessage({ id, role: 'user', kind: 'human', blocks: [] }) : null
    tree.add(id, parent, draft)
    return draft
  })
  tree.settle()
  return drafts.flatMap((draft) =>
    draft === null ? [] : [`${draft.id}>${draft.parent?.id ?? ''}${draft.isAbandoned ? '!' : ''}`],
  )
}

describe('who follows whom', () => {
  test('entries that are no messages are passed over', () => {
    expect(
      settled([
        ['a', null],
        ['x', 'a', false],
        ['b', 'x'],
      ]),
    ).toEqual(['a>', 'b>a'])
  })

  test('the branch of the last entry holds, even where it is no message', () => {
    expect(
      settled([
        ['a', null],
        ['b', 'a'],
        ['c', 'a'],
      ]),
    ).toEqual(['a>', 'b>a!', 'c>a'])
    expect(
      settled([
        ['a', null],
        ['b', 'a'],
        ['x', 'a', false],
      ]),
    ).toEqual(['a>', 'b>a!'])
  })

  test('a lost line marks nothing', () => {
    expect(
      settled([
        ['a', null],
        ['b', 'gone'],
        ['c', 'b'],
      ]),
    ).toEqual(['a>', 'b>a', 'c>b'])
  })

  test('parents in circles, and of themselves, come to an end', () => {
    expect(
      settled([
        ['a', 'b'],
        ['b', 'a'],
        ['c', 'c'],
      ]),
    ).toEqual(['a>b', 'b>a', 'c>b'])
  })

  test('a long chain takes no time to speak of', () => {
    const chain = Array.from(
      { length: 50_000 },
      (_, n): Given => [`${n}`, n > 0 ? `${n - 1}` : null, n === 0],
    )
    expect(settled([...chain, ['end', '49999']])).toEqual(['0>', 'end>0'])
  })
})
