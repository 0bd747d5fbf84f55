import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ReadSession } from '../source.ts'
import { answered, call, record, said, text, typed } from './testing/records.ts'
import { sessionFolder } from './testing/session-folder.ts'

let folder: ReturnType<typeof sessionFolder>
beforeEach(() => {
  folder = sessionFolder()
})
afterEach(() => folder.remove())

const start = typed('u1', null, 'Begin')

describe('messages', () => {
  test('lines of one API message become one, in file order, with the largest usage', async () => {
    const session = await folder.read([
      start,
      said('a1', 'u1', { id: 'm', block: { type: 'thinking', thinking: 'hm' }, out: 2 }),
      said('a2', 'a1', { id: 'm', block: call('t1', 'Read', {}), out: 90 }),
      answered('r1', 'a2', { id: 't1' }),
      said('a3', 'a2', { id: 'm', block: call('t2', 'Read', {}), out: 40 }),
      said('a3b', 'a3', { id: 'm', block: call('t2', 'Read', {}), out: 40 }),
      answered('r2', 'a3', { id: 't2' }),
    ])
    expect(session.messages.map(({ key }) => key)).toEqual(['u1', 'm:req', 'r1', 'r2'])
    expect(session.messages[1]).toMatchObject({
      blocks: [{ type: 'thinking' }, { id: 't1' }, { id: 't2' }],
      usage: { output_tokens: 90 },
      parent_key: 'u1',
    })
  })

  test('the same message id under another request is another message', async () => {
    const session = await folder.read([
      start,
      said('a1', 'u1', { id: 'm', requestId: 'r1', block: text('one') }),
      said('a2', 'a1', { id: 'm', requestId: 'r2', block: text('two') }),
    ])
    expect(session.messages.map(({ key }) => key)).toEqual(['u1', 'm:r1', 'm:r2'])
  })

  test('file order holds even where times go back', async () => {
    const session = await folder.read([
      typed('u1', null, 'first', { timestamp: '2026-03-01T10:00:05.000Z' }),
      typed('u2', 'u1', 'second', { timestamp: '2026-03-01T10:00:01.000Z' }),
    ])
    expect(session.messages.map(({ key }) => key)).toEqual(['u1', 'u2'])
    expect(session).toMatchObject({
      started_at: '2026-03-01T10:00:01.000Z',
      ended_at: '2026-03-01T10:00:05.000Z',
    })
  })

  test('a broken chain loses nothing', async () => {
    const session = await folder.read([
      start,
      record('b', null, { type: 'system', subtype: 'compact_boundary', logicalParentUuid: 'gone' }),
      typed('u2', 'nobody', 'Go on'),
    ])
    expect(session.messages.map(({ key, parent_key }) => [key, parent_key])).toEqual([
      ['u1', null],
      ['u2', null],
    ])
  })

  test('parents that are no messages are passed through', async () => {
    const session = await folder.read([
      start,
      record('p1', 'u1', { type: 'progress', data: {} }),
      record('p2', 'p1', { type: 'attachment', attachment: { type: 'nested_memory' } }),
      typed('u2', 'p2', 'Next'),
    ])
    expect(session.messages[1]).toMatchObject({ key: 'u2', parent_key: 'u1' })
  })

  test('folder, branch and version are each message’s own', async () => {
    const session = await folder.read([
      start,
      typed('u2', 'u1', 'x', { cwd: '/other', gitBranch: 'side', version: '2.2.0' }),
    ])
    expect(session.messages[0]).toMatchObject({ cwd: '/home/ada/anvil', git_branch: 'main' })
    expect(session.messages[1]).toMatchObject({
      cwd: '/other',
      git_branch: 'side',
      tool_version: '2.2.0',
    })
    expect(session).toMatchObject({
      cwd: '/home/ada/anvil',
      git_branch: 'side',
      tool_version: '2.2.0',
    })
  })

  test('the client’s own answers are not the model’s', async () => {
    const session = await folder.read([
      start,
      said('a1', 'u1', {
        id: 'x',
        block: text('API Error'),
        more: { message: { id: 'x', model: '<synthetic>', content: [text('API Error')] } },
      }),
    ])
    expect(session.models).toEqual([])
    expect(session.messages[1]).toMatchObject({ kind: 'injected', model: null })
  })

  test('results may be texts, lists with pictures and references, or absent', async () => {
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'aGk=' },
    }
    const session = await folder.read([
      start,
      answered('r1', 'u1', { id: 't1', content: 'plain', isError: true }),
      answered('r2', 'r1', {
        id: 't2',
        content: [text('a'), image, { type: 'tool_reference', tool_name: 'Grep' }],
      }),
      typed('r3', 'r2', [{ type: 'tool_result', tool_use_id: 't3' }]),
    ])
    expect(session.messages.slice(1).map(({ blocks }) => blocks)).toEqual([
      [{ type: 'tool_result', tool_call_id: 't1', text: 'plain', is_error: true }],
      [
        { type: 'tool_result', tool_call_id: 't2', text: 'a\n[tool: Grep]', is_error: false },
        {
          type: 'image',
          mime: 'image/png',
          bytes: 2,
          sha256: '8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4',
        },
      ],
      [{ type: 'tool_result', tool_call_id: 't3', text: '', is_error: false }],
    ])
  })

  test('a block of an unknown type is kept as it is, and names of builtins are no types', async () => {
    const session = await folder.read([
      start,
      said('a1', 'u1', { id: 'm', block: { type: 'hologram', beam: 1 } }),
      said('a2', 'a1', { id: 'm', block: { type: 'constructor' } }),
      said('a3', 'a2', { id: 'm', block: 7 }),
    ])
    expect(session.messages[1]?.blocks).toEqual([
      { type: 'other', name: 'hologram', raw: { type: 'hologram', beam: 1 } },
      { type: 'other', name: 'constructor', raw: { type: 'constructor' } },
      { type: 'other', name: 'number', raw: 7 },
    ])
  })

  test('a record without an id has the same key in every reading', async () => {
    const nameless = {
      type: 'user',
      message: { content: 'hello' },
      timestamp: '2026-03-01T10:00:00Z',
    }
    const once = await folder.read([nameless, nameless], 'notes.jsonl')
    const again = await folder.read([nameless, nameless, nameless], 'notes.jsonl')
    const keys = (session: ReadSession) => session.messages.map(({ key }) => key)
    expect(new Set(keys(again)).size).toBe(3)
    expect(keys(again).slice(0, 2)).toEqual(keys(once))
    expect(keys(once)[0]).toMatch(/^h:[0-9a-f]{40}$/)
  })

  test('of a record written twice the fuller one holds', async () => {
    const broken = typed('u1', null, undefined, { message: 'error' })
    const session = await folder.read([broken, typed('u1', null, 'What was meant'), broken])
    expect(session.messages).toMatchObject([
      { key: 'u1', kind: 'human', blocks: [{ text: 'What was meant' }] },
    ])
  })
})
