import type { OfItsSource } from '@teamlore/db'
import { newId, type TeamRole } from '@teamlore/shared'
import { expect, expectTypeOf, test } from 'vitest'
import type { DocumentFacts } from '../../documents/build-documents.ts'
import type { NewDocument } from '../../documents/new-document.ts'
import { grantSystemScope, grantTeamScope, type SystemScope, type TeamScope } from './team-scope.ts'

const principal = (role: TeamRole) => ({
  teamId: newId.team(),
  userId: newId.user(),
  role,
  actor: { kind: 'user', via: 'api_key' } as const,
})

test('a scope is granted up to the role held, and not beyond', () => {
  expect(grantTeamScope(principal('admin'), 'member').role).toBe('admin')
  expect(() => grantTeamScope(principal('viewer'), 'member')).toThrow(
    expect.objectContaining({ code: 'access.forbidden', kind: 'forbidden' }),
  )
  expect(() => grantTeamScope(principal('admin'), 'owner')).toThrow()
})

test('a higher scope may stand for a lower one, but never the other way', () => {
  expectTypeOf<TeamScope<'owner'>>().toExtend<TeamScope>()
  expectTypeOf<TeamScope<'admin'>>().toExtend<TeamScope<'member'>>()
  expectTypeOf<TeamScope>().not.toExtend<TeamScope<'member'>>()
  expectTypeOf<TeamScope<'member'>>().not.toExtend<TeamScope<'admin'>>()
})

test('neither a principal nor an object of the same shape is a scope', () => {
  expectTypeOf(principal('owner')).not.toExtend<TeamScope>()
  expectTypeOf<Pick<TeamScope, 'teamId' | 'userId' | 'actor' | 'role'>>().not.toExtend<TeamScope>()
})

test('background work is a scope of its own that no person has', () => {
  expect(grantSystemScope(newId.team())).toMatchObject({ userId: 'system', role: 'member' })
})

test('what answers people does not take the scope that sees everything', () => {
  expectTypeOf<SystemScope>().not.toExtend<TeamScope>()
  expectTypeOf<TeamScope<'owner'>>().not.toExtend<SystemScope>()
})

test('who may read a document is taken from what it is about, and cannot be said', () => {
  expectTypeOf<Omit<NewDocument, keyof OfItsSource>>().not.toExtend<NewDocument>()
  expectTypeOf<keyof DocumentFacts>().extract<'privateTo' | 'projectId'>().toBeNever()
})
