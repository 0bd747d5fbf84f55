import { expect, test } from 'vitest'
import { secretsText } from './secrets-text.ts'

test('says of secrets that they were taken out only where something was sent', () => {
  expect(secretsText(2, { dryRun: false })).toBe('2 taken out before anything left this machine')
  expect(secretsText(2, { dryRun: true })).toMatch(/^2 would be taken out/)
})
