import type { Provisioning } from '@teamlore/shared/provisioning'
import { expect, test } from 'vitest'
import { roleWords, statusOf } from './provisioning-words.ts'

const AT = '2026-05-01T09:00:00.000Z'
const provisioning = (more: Partial<Provisioning> = {}): Provisioning => ({
  base_url: 'https://lore.test/scim/v2',
  users: { active: 0, inactive: 0 },
  groups: [],
  usual_role: 'member',
  last_reported_at: null,
  last_told_at: null,
  ...more,
})

test('says whether a directory is set up, heard of, and still able to report anything', () => {
  expect(statusOf(provisioning(), { hasToken: false })).toBe('Not set up.')
  expect(statusOf(provisioning(), { hasToken: true })).toMatch(/^Nothing has come/)
  const some = provisioning({ users: { active: 12, inactive: 1 }, last_reported_at: AT })
  expect(statusOf(some, { hasToken: true })).toBe(
    '12 people are in the team by it, 1 was deactivated.',
  )
  expect(statusOf(some, { hasToken: false })).toMatch(/No token is left/)
})

test('says what a group makes of its members, also where no role is set for it', () => {
  const group = { name: 'Platform', members: 2 }
  expect(roleWords({ ...group, role: 'admin' }, provisioning())).toBe('admin')
  expect(roleWords({ ...group, role: null }, provisioning())).toBe(
    'member, as no role is set for it',
  )
})
