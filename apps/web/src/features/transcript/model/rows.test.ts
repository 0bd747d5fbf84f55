import type { Block, Message, MessageKind } from '@teamlore/shared'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toTranscript } from './rows.ts'

let ordinal = 0
const message = (id: string, kind: MessageKind, ...blocks: Block[]): Message => ({
  id,
  session_id: 'ses_1',
  parent_id: null,
  ordinal: ordinal++,
  ts: null,
  role: kind === 'assistant' ? 'assistant' : 'user',
  kind,
  model: null,
  git_branch: null,
  is_abandoned: false,
  usage: null,
  blocks: blocks.map((block) => ({ block, truncated_chars: 0 })),
})
const text = (words: string): Block => ({ type: 'text', text: words })
const call = (id: string): Block => ({ type: 'tool_call', id, name: 'Read', input: {} })
const result = (id: string): Block => ({
  type: 'tool_result',
  tool_call_id: id,
  text: `of ${id}`,
  is_error: false,
})
const image: Block = { type: 'image', mime: 'image/png', bytes: 1, sha256: 'x' }

describe('the rows of a transcript', () => {
  test('a result is shown with its call, and a link to it leads there', () => {
    const { rows, rowOfMessage } = toTranscript([
      message('m1', 'human', text('hello')),
      message('m2', 'assistant', text('let me see'), call('c1'), call('c2')),
      message('m3', 'tool_result', result('c2'), image),
      message('m4', 'tool_result', result('c1')),
      message('m5', 'assistant', text('done')),
    ])
    expect(rows.map(({ key }) => key)).toEqual(['m1', 'm2', 'm5'])
    expect(rows[1]?.results.get('c2')?.map(({ block }) => block.type)).toEqual([
      'tool_result',
      'image',
    ])
    expect(Object.fromEntries(rowOfMessage)).toEqual({ m1: 0, m2: 1, m3: 1, m4: 1, m5: 2 })
    expect(rows.map(({ isContinued }) => isContinued)).toEqual([false, false, true])
  })

  test('messages whose text is gone are one row a stretch, and a link to each leads there', () => {
    const gone = (id: string) => ({
      ...message(id, 'assistant'),
      removed_at: '2026-03-04T05:06:07.000Z',
    })
    const { rows, rowOfMessage } = toTranscript([
      message('m1', 'human', text('hello')),
      gone('m2'),
      gone('m3'),
      message('m4', 'assistant', text('done')),
      gone('m5'),
    ])
    expect(rows.map(({ key, removed }) => [key, removed])).toEqual([
      ['m1', 0],
      ['m2', 2],
      ['m4', 0],
      ['m5', 1],
    ])
    expect(Object.fromEntries(rowOfMessage)).toEqual({ m1: 0, m2: 1, m3: 1, m4: 2, m5: 3 })
  })

  test('a result that stands before its call is found with it all the same', () => {
    const { rows, rowOfMessage } = toTranscript([
      message('m1', 'tool_result', result('c1')),
      message('m2', 'assistant', call('c1')),
    ])
    expect([rows.length, rowOfMessage.get('m1')]).toEqual([1, 0])
  })

  test('a result whose call is not loaded keeps a row of its own', () => {
    const { rows } = toTranscript([message('m3', 'tool_result', result('gone'))])
    expect(rows[0]?.blocks.map(({ block }) => block.type)).toEqual(['tool_result'])
  })

  test('what else stands in a message of results is not lost', () => {
    const { rows, rowOfMessage } = toTranscript([
      message('m1', 'assistant', call('c1')),
      message('m2', 'tool_result', result('c1'), text('and by the way')),
    ])
    expect(rows[1]?.blocks.map(({ index }) => index)).toEqual([1])
    expect(rowOfMessage.get('m2')).toBe(1)
  })

  test('every block is shown exactly once and every message is somewhere', () => {
    const block = fc.oneof(
      fc.constantFrom('c1', 'c2', 'c3').map(call),
      fc.constantFrom('c1', 'c2', 'c3').map(result),
      fc.constant(image),
      fc.constant(text('x')),
    )
    const kinds = fc.constantFrom<MessageKind>('human', 'assistant', 'tool_result', 'injected')
    fc.assert(
      fc.property(fc.array(fc.tuple(kinds, fc.array(block, { maxLength: 4 }))), (plan) => {
        const messages = plan.map(([kind, blocks], at) => message(`m${at}`, kind, ...blocks))
        const { rows, rowOfMessage } = toTranscript(messages)
        const shown = [
          ...rows.flatMap(({ blocks }) => blocks),
          ...[...(rows[0]?.results.values() ?? [])].flat(),
        ].map(({ messageId, index }) => `${messageId} ${index}`)
        const all = messages.flatMap(({ id, blocks }) => blocks.map((_, at) => `${id} ${at}`))
        expect(shown.sort()).toEqual(all.sort())
        expect(rowOfMessage.size).toBe(messages.length)
      }),
    )
  })
})
