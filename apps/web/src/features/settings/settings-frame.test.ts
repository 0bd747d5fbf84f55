import { expect, test } from 'vitest'
import { currentOf } from './settings-frame.tsx'

test('a page beneath that of a tab shows that tab as the current one, and no other', () => {
  const page = '/settings/projects/prj_1/agents-md'
  const hrefs = ['/settings', '/settings/projects', '/settings/keys', '/settings/project']
  expect(hrefs.map((href) => currentOf(href, page))).toEqual([
    undefined,
    'true',
    undefined,
    undefined,
  ])
  expect(currentOf('/settings', '/settings')).toBe('page')
  expect(currentOf('/settings/projects', '/settings/projects')).toBe('page')
})
