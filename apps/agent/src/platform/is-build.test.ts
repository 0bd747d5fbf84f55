import { expect, test } from 'vitest'
import { isBuild } from './is-build.ts'

test('a build is known by the settings that its service makes', () => {
  for (const env of [{ CI: 'true' }, { CI: '1' }, { GITHUB_ACTIONS: 'true' }, { TF_BUILD: 'True' }])
    expect(isBuild(env)).toBe(true)
  for (const env of [{}, { CI: '' }, { CI: 'false' }, { CI: '0' }]) expect(isBuild(env)).toBe(false)
})
