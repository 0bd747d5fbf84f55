import type { Project, SearchHit, Session } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { isCurrentPage } from './pages.ts'
import { type PaletteItem, paletteItems } from './palette-items.ts'

const project = { id: 'prj_1', name: 'acme/<b>billing</b>', sessions: 3 } as Project
const session = { id: 'ses_1', title: 'Fix\nbilling', tool: 'codex', project: null } as Session
const hit = {
  id: 'msg_1',
  kind: 'prompt',
  type: null,
  title: 'billing',
  project: null,
  url: '/sessions/ses_1#msg_1',
} as SearchHit

const addressOf = ({ href }: PaletteItem) => (typeof href === 'string' ? href : href())

describe('the palette', () => {
  test('offers the pages before anything is typed', () => {
    const items = paletteItems({ query: '', projects: [], sessions: [], hits: [] })
    expect(items.map(({ title }) => title)).toEqual([
      'Home',
      'Sessions',
      'Search',
      'Memories',
      'Prompts',
      'Code',
      'Project',
      'Lorebooks',
      'Insights',
      'Capture',
      'Health',
    ])
  })

  test('searches for what was typed first, then offers what has that name', () => {
    const items = paletteItems({
      query: 'billing & co',
      projects: [project],
      sessions: [session],
      hits: [hit],
    })
    expect(items[0]?.id).toBe('search')
    expect(items.slice(0, 1).map(addressOf)).toEqual(['/search?q=billing+%26+co'])
    const found = paletteItems({
      query: 'billing',
      projects: [project],
      sessions: [session],
      hits: [hit],
    })
    expect(found.map(addressOf)).toEqual([
      '/search?q=billing',
      '/sessions?project=prj_1',
      '/sessions/ses_1',
      '/sessions/ses_1#msg_1',
    ])
    expect(found[2]?.title).toBe('Fix billing')
  })

  test('keeps a question that is too long for an address out of it, under one key', () => {
    const query = 'billing '.repeat(10_000).trim()
    const [search] = paletteItems({ query, projects: [], sessions: [], hits: [] })
    const address = search && addressOf(search)
    expect(address).toMatch(/^\/search\?pasted=\w{1,20}$/)
    expect(search && addressOf(search)).toBe(address)
    expect(search?.title.length).toBeLessThan(200)
  })
})

test('a session belongs to the page of sessions', () => {
  expect(isCurrentPage('/sessions', '/sessions/ses_1')).toBe(true)
  expect(isCurrentPage('/sessions', '/import')).toBe(true)
  expect(isCurrentPage('/', '/sessions')).toBe(false)
  expect(isCurrentPage('/search', '/search')).toBe(true)
})
