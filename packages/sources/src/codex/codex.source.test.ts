import { fileURLToPath } from 'node:url'
import { describe } from 'vitest'
import { testCountsAgree } from '../testing/counts.ts'
import { describeSourceContract } from '../testing/source-contract.ts'
import { createCodexSource } from './codex.source.ts'

const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url))
const at = (CODEX_HOME?: string) =>
  createCodexSource({ home: '/nowhere/at/all', platform: 'linux', variables: { CODEX_HOME } })

describeSourceContract('Codex', {
  make: () => at(FIXTURES),
  makeMissing: () => at(),
  samples: FIXTURES,
})

describe('counts of Codex', () => {
  testCountsAgree({
    make: () => at(FIXTURES),
    counter: 'count-codex.mjs',
    fixtures: FIXTURES,
    samples: 'codex',
    isCounted: ({ operation }) => operation === 'create' || operation === 'edit',
  })
})
