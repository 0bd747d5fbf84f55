import { redactId } from '@teamlore/redaction'
import { describe, expect, test } from 'vitest'
import { draftMessage, type SessionFacts, type Turn } from '../turns/session-draft.ts'
import { buildSession } from './build-session.ts'

const FACTS: SessionFacts = {
  tool: 'codex',
  nativeId: 's',
  figures: { lines: 0, unknownRecords: {}, files: [] },
}

const said = (text: string, more: Partial<Turn> = {}): Turn => ({
  id: null,
  ts: null,
  role: 'user',
  kind: 'human',
  blocks: [{ type: 'text', text }],
  ...more,
})

const keysOf = (turns: readonly Turn[], nativeId = 's') =>
  buildSession({ ...FACTS, nativeId }, turns).messages.map(({ key }) => key)

describe('names of messages', () => {
  test('are the own ids of the tool, where two are not the same', () => {
    const [first, second, third] = keysOf([
      said('a', { id: 'one' }),
      said('b', { id: 'one' }),
      said('c', { id: 'x'.repeat(281) }),
    ])
    expect(first).toBe('one')
    expect(second).toMatch(/^h:[0-9a-f]{40}$/)
    expect(third).toMatch(/^h:[0-9a-f]{40}$/)
    expect(second).not.toBe(third)
  })

  test('an id that looks like a hash of ours is not trusted', () => {
    expect(keysOf([said('a', { id: 'h:1' })])).not.toContain('h:1')
  })

  test('stay the same when the file grows, even where the same is said again', () => {
    const turns = [said('go on'), said('yes'), said('go on')]
    const keys = keysOf(turns)
    expect(new Set(keys).size).toBe(3)
    expect(keysOf([...turns, said('go on')]).slice(0, 3)).toEqual(keys)
  })

  test('differ from session to session, and between what was said at different times', () => {
    expect(keysOf([said('a')], 'other')).not.toEqual(keysOf([said('a')]))
    const [first, second] = keysOf([said('a', { ts: '1' }), said('a', { ts: '2' })])
    expect(second?.slice(0, 42)).not.toBe(first)
  })

  test('and of sessions and edits lose a key, and stay what others refer to', () => {
    const key = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const edit = { key: `e-${key}`, toolCallId: null, path: '/a', operation: 'edit' as const }
    const turns = [
      said('a', { id: key, edits: [{ ...edit, addedText: [], removedText: [] }] }),
      said('b', { id: `2-${key}` }),
    ]
    const facts = { ...FACTS, nativeId: `s-${key}`, parentNativeId: key }
    const { messages, edits, ...session } = buildSession(facts, turns)
    expect(session).toMatchObject({
      native_id: redactId(`s-${key}`),
      parent_native_id: redactId(key),
    })
    expect(messages).toMatchObject([
      { key: redactId(key), parent_key: null },
      { key: redactId(`2-${key}`), parent_key: redactId(key) },
    ])
    expect(edits).toMatchObject([{ key: redactId(`e-${key}`), message_key: redactId(key) }])
  })

  test('of a message that may still grow is made of its seed', () => {
    const growing = (text: string) => said(text, { seed: 'begun at nine' })
    expect(keysOf([growing('half')])).toEqual(keysOf([growing('half and half')]))
  })
})

describe('who answers whom', () => {
  test('is the message before, unless the tool says otherwise', () => {
    const [a, b] = [
      draftMessage({ id: 'a', role: 'user', kind: 'human', blocks: [] }),
      draftMessage({ id: 'b', role: 'assistant', kind: 'assistant', blocks: [] }),
    ]
    const c = draftMessage({ id: 'c', parent: a, role: 'user', kind: 'human', blocks: [] })
    const d = draftMessage({ id: 'd', parent: null, role: 'user', kind: 'human', blocks: [] })
    const parents = buildSession(FACTS, [a, b, c, d]).messages.map(({ parent_key }) => parent_key)
    expect(parents).toEqual([null, 'a', 'a', null])
  })
})

describe('edits', () => {
  test('are named by their message and their place in it, and dated by it where they have no time', () => {
    const edit = { path: '/a', operation: 'edit', addedText: ['x'], removedText: [] } as const
    const { edits } = buildSession(FACTS, [
      said('a', {
        id: 'm',
        ts: '2026-03-01T09:00:00.000Z',
        edits: [
          { ...edit, toolCallId: 'call' },
          { ...edit, toolCallId: null, ts: '2026-03-01T10:00:00.000Z' },
        ],
      }),
    ])
    expect(edits).toMatchObject([
      { key: 'm#0', message_key: 'm', tool_call_id: 'call', ts: '2026-03-01T09:00:00.000Z' },
      { key: 'm#1', message_key: 'm', tool_call_id: null, ts: '2026-03-01T10:00:00.000Z' },
    ])
  })
})

describe('what is known of a session', () => {
  test('its first prompt names it where the tool does not, and a title of spaces is none', () => {
    const turns = [said('what I was given', { kind: 'injected' }), said('what I want')]
    expect(buildSession({ ...FACTS, title: '  ' }, turns).title).toBe('what I want')
    expect(buildSession({ ...FACTS, title: 'Named' }, turns).title).toBe('Named')
  })

  test('texts longer than the server takes are cut, and no session is its own parent', () => {
    const session = buildSession(
      { ...FACTS, parentNativeId: 's', gitBranch: 'b'.repeat(900), cwd: `/${'c'.repeat(9_000)}` },
      [said('a', { model: 'm'.repeat(900) })],
    )
    expect(session.parent_native_id).toBeNull()
    expect(session.git_branch).toHaveLength(500)
    expect(session.messages[0]?.git_branch).toHaveLength(500)
    expect(session.cwd).toHaveLength(4_096)
    expect(session.models[0]).toHaveLength(200)
  })
})
