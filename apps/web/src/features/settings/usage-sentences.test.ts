import type { TeamUsage } from '@teamlore/shared/usage'
import { expect, test } from 'vitest'
import { money, stateOf } from './usage-sentences.ts'

const usage: TeamUsage = {
  model: { provider: 'anthropic', name: 'claude-haiku-4-5' },
  settings: { enabled: true, daily_usd: 2, daily_tokens: 10, own_usd: false, own_tokens: false },
  today: { tokens: 1, usd: 0.1 },
  resting: false,
  sums: [],
  calls: [],
}

test('money is shown to the hundredth of a cent where it is little, and not at all where no price is known', () => {
  expect([0, 0.0123, 2, null].map(money)).toEqual(['$0.00', '$0.0123', '$2.00', 'price not known'])
})

test('one sentence says how things stand, what stops calls first', () => {
  expect(stateOf(usage)).toContain('distils sessions')
  expect(stateOf({ ...usage, resting: true })).toContain('all failed')
  expect(stateOf({ ...usage, resting: true, today: { tokens: 10, usd: 0 } })).toContain(
    'cap of today',
  )
  expect(stateOf({ ...usage, settings: { ...usage.settings, enabled: false } })).toContain(
    'switched off',
  )
  expect(stateOf({ ...usage, model: null })).toContain('by rules')
})
