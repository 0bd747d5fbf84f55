import type { Session } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { groupByTime, lastActivity } from './group-by-time.ts'
import { isNarrowed, NO_FILTER, toQuery } from './session-filter.ts'
import { allSessions, type SessionPages, withFreshTop, withSession } from './session-pages.ts'

const session = (id: string, endedAt = '2026-11-21T10:00:00Z') =>
  ({ id, title: id, started_at: null, ended_at: endedAt, updated_at: endedAt }) as Session
const pages = (...ids: string[][]): SessionPages => ({
  pages: ids.map((list) => ({
    items: list.map((id) => session(id)),
    next_cursor: null,
    total: null,
  })),
  pageParams: ids.map(() => undefined),
})
const ids = (data: SessionPages) => allSessions(data.pages).map(({ id }) => id)

describe('the live list', () => {
  test('puts news on top and loses nothing that was loaded below', () => {
    const total = { value: 5, relation: 'exact' as const }
    const items = [session('new'), session('c'), session('a')]
    const data = withFreshTop(pages(['a', 'b'], ['c', 'd']), { items, next_cursor: 'x', total })
    expect(data.pages[0]?.total).toEqual(total)
    expect(ids(data)).toEqual(['new', 'c', 'a', 'b', 'd'])
  })

  test('changes one session where it stands', () => {
    const data = withSession(pages(['a'], ['b']), { ...session('b'), title: 'changed' })
    expect(allSessions(data.pages)[1]?.title).toBe('changed')
    expect(ids(data)).toEqual(['a', 'b'])
  })

  test('shows a session that moved between two pages once', () => {
    expect(ids(pages(['a', 'b'], ['b', 'c']))).toEqual(['a', 'b', 'c'])
  })
})

test('days are headings in the order of the list', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const groups = groupByTime(
    [session('a'), session('b'), session('c', '2026-11-20T10:00:00Z')],
    now,
  )
  expect(groups.map(({ heading, sessions }) => `${heading} ${sessions.length}`)).toEqual([
    'Today 2',
    'Yesterday 1',
  ])
})

test('what has no date is not of today: it stands apart, at the end', () => {
  const undated = { ...session('b'), ended_at: null, updated_at: '2026-11-21T11:00:00Z' }
  const groups = groupByTime([session('a'), undated], Date.parse('2026-11-21T12:00:00Z'))
  expect(groups.map(({ heading }) => heading)).toEqual(['Today', 'No date'])
  expect(lastActivity(undated)).toBeNull()
})

test('a session without an end was active when it began, not when it arrived', () => {
  const begun = { ...session('a'), started_at: '2024-08-22T10:00:00Z', ended_at: null }
  expect(lastActivity(begun)).toBe('2024-08-22T10:00:00Z')
})

test('only filters that are set are sent', () => {
  expect(toQuery({ ...NO_FILTER, tool: 'codex', title: '' })).toEqual({ tool: 'codex' })
  expect([isNarrowed(NO_FILTER), isNarrowed({ ...NO_FILTER, tool: 'codex' })]).toEqual([
    false,
    true,
  ])
})
