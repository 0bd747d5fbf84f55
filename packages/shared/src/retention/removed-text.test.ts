import { describe, expect, test } from 'vitest'
import type { Message } from '../contracts/session.contract.ts'
import { shownBlocks, stretchesRemoved } from './removed-text.ts'

const message = (id: string, removed_at: string | null): Message => ({
  id,
  session_id: 'ses_1',
  parent_id: null,
  ordinal: 0,
  ts: null,
  role: 'assistant',
  kind: 'assistant',
  model: null,
  git_branch: null,
  is_abandoned: false,
  usage: null,
  blocks:
    removed_at === null
      ? [{ block: { type: 'text', text: `said ${id}` }, truncated_chars: 0 }]
      : [],
  removed_at,
})
const AT = '2026-03-04T05:06:07.000Z'
const words = (shown: readonly Message[]) =>
  shown.map(({ id, blocks }) => [id, blocks[0]?.block.type === 'text' ? blocks[0].block.text : ''])

describe('messages whose text is gone', () => {
  test('are one entry a stretch, which says how many there were', () => {
    const all = [
      message('a', AT),
      message('b', null),
      message('c', AT),
      message('d', AT),
      message('e', AT),
    ]
    expect(words(stretchesRemoved(all))).toEqual([
      ['a', 'Text removed on 2026-03-04 by the retention of its project.'],
      ['b', 'said b'],
      ['c', 'Text of 3 messages removed on 2026-03-04 by the retention of its project.'],
    ])
  })

  test('differ from those that never had a text', () => {
    expect(shownBlocks({ ...message('a', null), blocks: [] })).toEqual([])
    expect(shownBlocks(message('a', null))).toHaveLength(1)
  })
})
