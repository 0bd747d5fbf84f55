import { AUDIT_ACTIONS } from '@teamlore/shared/audit'
import { describe, expect, test } from 'vitest'
import { ACTION_CHOICES, detailsOf, didWhat } from './audit-words.ts'

const ANA = `usr_${'0'.repeat(26)}`
const KEY = `key_${'0'.repeat(26)}`

describe('an audit event', () => {
  test('is reported as a sentence after the name of who did it', () => {
    const subject = { id: KEY, name: 'CI' }
    expect(didWhat({ action: 'api_key.created', subject })).toBe('made a key: CI')
    expect(didWhat({ action: 'session.shared', subject: null })).toBe(
      'shared a session: one that you may not see',
    )
    expect(didWhat({ action: 'of.a_later_version', subject: null })).toBe('of.a_later_version')
  })

  test('names people instead of ids, and says nothing twice', () => {
    const details = { name: 'CI', role: 'member', user_id: ANA, key: KEY, email: null, keys: 0 }
    const subject = { id: KEY, name: 'CI' }
    expect(detailsOf({ details, subject }, new Map([[ANA, 'Ana']]))).toBe(
      'role member, user Ana, keys 0',
    )
  })

  test('can be chosen by each of its kinds, in words that differ', () => {
    expect(new Set(ACTION_CHOICES.map(({ label }) => label)).size).toBe(AUDIT_ACTIONS.length)
  })
})
