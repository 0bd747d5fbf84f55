import { readFileSync } from 'node:fs'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { DbScope } from './db-scope.ts'
import type { SystemRepositories } from './system-repositories.ts'
import type { TeamRepositories, teamRepositoriesOn } from './team-repositories.ts'

/** Names of what a team's work could reach although it stands above teams. Must be `never`. */
type Overreach = Extract<keyof TeamRepositories, 'boot' | 'credentials' | 'relay' | 'sweep'>

describe('repositories of a team', () => {
  test('are all made for one scope, so no method of theirs can forget the team', () => {
    const source = readFileSync(new URL('./team-repositories.ts', import.meta.url), 'utf8')
    const entries = source.match(/^ {2}\w+: .*$/gm) ?? []
    expect(entries.length).toBeGreaterThan(15)
    for (const entry of entries) expect(entry).toMatch(/: create\w+\(tx, scope(?:, kind)?\),$/)
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
