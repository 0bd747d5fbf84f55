import { expect, test } from 'vitest'
import { createSources } from './sources.ts'
import { TOOL_NAMES } from './tool-names.ts'

test('the names that help lists are those of the sources', () => {
  const sources = createSources({ home: '/nowhere', platform: 'linux', variables: {} })
  expect([...TOOL_NAMES].sort()).toEqual(sources.map(({ info }) => info.name).sort())
})
