import { describe, expect, test } from 'vitest'
import type { Place, ReadOutcome } from '../source.ts'
import { buildSession } from './build-session.ts'
import { readPlaces } from './merge-sessions.ts'

const session = (
  path: string,
  texts: readonly (readonly [id: string, minute: number, text: string])[],
  nativeId = 's',
) =>
  buildSession(
    {
      tool: 'codex',
      nativeId,
      figures: {
        lines: texts.length,
        unknownRecords: {},
        files: [{ path, offset: 0, hasUnfinishedTail: false, badLines: { count: 0, first: 0 } }],
      },
    },
    texts.map(([id, minute, text]) => ({
      id,
      ts: `2026-03-01T09:0${minute}:00.000Z`,
      role: 'user',
      kind: 'human',
      blocks: [{ type: 'text', text }],
    })),
  )

const read = async (outcomes: Record<string, ReadOutcome>) => {
  const places: Place[] = Object.keys(outcomes).map((path) => ({ path }))
  const skipped = { status: 'skipped', reason: 'gone' } as const
  return readPlaces(places, async ({ path }) => outcomes[path] ?? skipped)
}
const ok = (...given: Parameters<typeof session>): ReadOutcome => ({
  status: 'session',
  session: session(...given),
})

describe('a session in several files', () => {
  test('an earlier state adds nothing to a later one, in whatever order they come', async () => {
    const early = ok('early', [
      ['a', 1, 'one'],
      ['b', 2, 'half'],
    ])
    const late = ok('late', [
      ['a', 1, 'one'],
      ['b', 2, 'half and half'],
      ['c', 3, 'three'],
    ])
    for (const outcomes of [
      { early, late },
      { late, early },
    ]) {
      const outcome = await read(outcomes)
      if (outcome.status !== 'session') throw new Error(outcome.reason)
      expect(outcome.session.messages.map(({ key, blocks }) => [key, blocks])).toEqual([
        ['a', [{ type: 'text', text: 'one' }]],
        ['b', [{ type: 'text', text: 'half and half' }]],
        ['c', [{ type: 'text', text: 'three' }]],
      ])
      expect(outcome.session.figures.files).toHaveLength(2)
    }
  })

  test('pieces stand one behind the other, from the first time to the last', async () => {
    const outcome = await read({
      x: ok('x', [['c', 3, '3']]),
      y: ok('y', [
        ['a', 1, '1'],
        ['b', 2, '2'],
      ]),
    })
    expect(outcome).toMatchObject({
      session: {
        messages: [{ key: 'a' }, { key: 'b' }, { key: 'c' }],
        started_at: '2026-03-01T09:01:00.000Z',
        ended_at: '2026-03-01T09:03:00.000Z',
      },
    })
  })

  test('of parts that began together the fuller one sets the order', async () => {
    const part = (path: string, ids: readonly string[]) =>
      ok(
        path,
        ids.map((id) => [id, 1, id] as const),
      )
    for (const paths of [
      ['short', 'long'],
      ['long', 'short'],
    ]) {
      const states = { short: part('short', ['b', 'd']), long: part('long', ['a', 'b', 'c']) }
      const outcome = await read(
        Object.fromEntries(paths.map((path) => [path, states[path as keyof typeof states]])),
      )
      expect(outcome).toMatchObject({
        session: { messages: [{ key: 'a' }, { key: 'b' }, { key: 'c' }, { key: 'd' }] },
      })
    }
  })

  test('one that cannot be read, or is of another session, changes nothing', async () => {
    const good = ok('good', [['a', 1, '1']])
    const other = ok('other', [['z', 1, '1']], 'another')
    const bad = { status: 'skipped', reason: 'is damaged' } as const
    expect(await read({ bad, good, other })).toEqual(good)
    expect(await read({ bad })).toEqual(bad)
    expect(await read({})).toMatchObject({ status: 'skipped' })
  })
})
