import { describe, expect, expectTypeOf, test } from 'vitest'
import type { DbScope } from './db-scope.ts'
import type { SystemRepositories } from './system-repositories.ts'
import {
  TEAM_REPOSITORIES,
  type TeamRepositories,
  type teamRepositoriesOn,
} from './team-repositories.ts'

/** Names of what a team's work could reach although it stands above teams. Must be `never`. */
type Overreach = Extract<keyof TeamRepositories, 'boot' | 'credentials' | 'relay' | 'sweep'>

describe('repositories of a team', () => {
  test('are all made for one scope, so no method of theirs can forget the team', () => {
    const factories = Object.values(TEAM_REPOSITORIES)
    expect(factories.length).toBeGreaterThan(15)
    for (const create of factories) expect(create.length, create.name).toBeGreaterThanOrEqual(2)
  })

  test('cannot be had without a team', () => {
    expectTypeOf<Parameters<typeof teamRepositoriesOn>[1]>().toEqualTypeOf<DbScope>()
    expectTypeOf<{ userId: DbScope['userId'] }>().not.toExtend<DbScope>()
  })

  test('do not hold what stands above teams', () => {
    expectTypeOf<Overreach>().toBeNever()
    expectTypeOf<keyof SystemRepositories & keyof TeamRepositories>().toBeNever()
  })
})
