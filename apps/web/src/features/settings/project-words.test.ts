import type { ProjectSettings } from '@teamlore/shared/projects'
import { describe, expect, test } from 'vitest'
import { badgesOf, changesOf, consequencesOf, wantedOf } from './project-words.ts'

const AT = '2026-05-01T09:00:00.000Z'
const ana = { id: 'usr_1', name: 'Ana' }
const on = (name: string) => ({
  user: { id: `usr_${name}`, name },
  role: 'member' as const,
  granted_by: ana,
  granted_at: AT,
})
const project = (more: Partial<ProjectSettings> = {}): ProjectSettings => ({
  id: 'prj_1',
  name: 'harbour',
  remote_url: null,
  root_path: '/srv/harbour',
  default_visibility: 'team',
  is_restricted: false,
  is_closed_to_you: false,
  keeps_worktrees_apart: false,
  links_from: 0.5,
  shares_code: false,
  sessions: 3,
  last_activity_at: AT,
  access: [],
  follows: null,
  ...more,
})

describe('what changing a project means for others', () => {
  test('names who is left when it is restricted, and what the others lose', () => {
    const sentence = (access: ProjectSettings['access']) => {
      const before = project({ access })
      return consequencesOf(before, { ...wantedOf(before), is_restricted: true }).join(' ')
    }
    expect(sentence([on('Ana'), on('Bo'), on('Cy')])).toMatch(
      /^Only Ana, Bo and Cy will read it\. All/,
    )
    expect(sentence([on('Ana')])).toMatch(/^Only Ana will read it\./)
    expect(sentence([])).toMatch(/you are put on it, and nobody else/)
  })

  test('is reported when it is opened, or its new sessions become private', () => {
    const closed = project({ is_restricted: true })
    expect(consequencesOf(closed, { ...wantedOf(closed), is_restricted: false })).toEqual([
      expect.stringMatching(/^The whole team reads all/),
    ])
    const open = project()
    expect(consequencesOf(open, { ...wantedOf(open), default_visibility: 'private' })).toEqual([
      expect.stringMatching(/^New sessions are read by whoever wrote them/),
    ])
  })

  test('is reported when it shares its code, and when it ends that', () => {
    const [open, sharing] = [project(), project({ shares_code: true })]
    expect(consequencesOf(open, { ...wantedOf(open), shares_code: true })).toEqual([
      expect.stringMatching(/send the text of the lines.*Secrets are taken out/),
    ])
    expect(consequencesOf(sharing, { ...wantedOf(sharing), shares_code: false })).toEqual([
      expect.stringMatching(/deleted on this server at once/),
    ])
  })

  test('is nothing where nobody gains or loses anything', () => {
    const open = project()
    expect(consequencesOf(open, wantedOf(open))).toEqual([])
    expect(consequencesOf(open, { ...wantedOf(open), keeps_worktrees_apart: true })).toEqual([])
    expect(changesOf(open, { ...wantedOf(open), keeps_worktrees_apart: true })).toEqual({
      keeps_worktrees_apart: true,
    })
  })
})

test('a project says in words what is unusual about it', () => {
  expect(badgesOf(project())).toEqual([])
  expect(
    badgesOf(
      project({
        is_restricted: true,
        is_closed_to_you: true,
        keeps_worktrees_apart: true,
        links_from: 0.8,
        shares_code: true,
      }),
    ),
  ).toEqual(['restricted', 'closed to you', 'worktrees apart', 'shares its code', 'links from 0.8'])
})
