import { describe, expect, test } from 'vitest'
import { withDistinctNames } from './distinct-names.ts'
import { keepProject, projectHref } from './project-href.ts'

describe('choosing a project', () => {
  test.each([
    ['/sessions', 'tool=codex', 'prj_1', '/sessions?tool=codex&project=prj_1'],
    ['/search', 'q=x&project=prj_0', 'prj_1', '/search?q=x&project=prj_1'],
    ['/search', 'q=x&project=prj_0', null, '/search?q=x'],
    ['/sessions/ses_1', 'tab=files', 'prj_1', '/sessions?project=prj_1'],
    ['/health', '', null, '/sessions'],
    ['/', '', 'prj_1', '/sessions?project=prj_1'],
  ])('on %s?%s', (pathname, search, id, href) => {
    expect(projectHref(pathname, new URLSearchParams(search), id)).toBe(href)
  })

  test('is kept on the way to another page that can be narrowed', () => {
    expect(keepProject('/search', 'prj_1')).toBe('/search?project=prj_1')
    expect(keepProject('/health', 'prj_1')).toBe('/health')
    expect(keepProject('/', null)).toBe('/')
  })
})

test('projects of the same name are distinguished by where they lie', () => {
  const project = (name: string, remote_url: string | null, root_path: string | null) => ({
    name,
    remote_url,
    root_path,
  })
  expect(
    withDistinctNames([
      project('cli', 'git@github.com:acme/cli.git', null),
      project('cli', null, 'D:\\work\\cli'),
      project('cli', null, null),
      project('web', null, '/srv/web'),
    ]).map(({ name }) => name),
  ).toEqual(['acme/cli', 'work/cli', 'cli', 'web'])
})
