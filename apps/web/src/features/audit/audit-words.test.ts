import { AUDIT_ACTIONS } from '@teamlore/shared/audit'
import { describe, expect, test } from 'vitest'
import { ACTION_CHOICES, detailsOf, didWhat, markOf } from './audit-words.ts'

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

  test('says that an admin put themselves on a list', () => {
    const user = { id: ANA, name: 'Ana' }
    const event = { action: 'project.granted', subject: { id: 'prj_1', name: 'vault' } }
    const details = { user: ANA }
    expect(didWhat({ ...event, user, details })).toBe('put themselves on the list of vault')
    expect(didWhat({ ...event, user: { id: 'usr_2', name: 'Bo' }, details })).toBe(
      'put somebody on the list of vault',
    )
  })

  test('says what somebody exported, and how much', () => {
    const user = { id: ANA, name: 'Ana' }
    const details = { sessions: 12, formats: 'json markdown' }
    const subject = { id: 'prj_1', name: 'vault' }
    expect(didWhat({ action: 'project.exported', subject, user, details })).toBe(
      'exported the sessions of vault',
    )
    expect(detailsOf({ details, subject }, new Map())).toBe('sessions 12, formats json markdown')
    expect(didWhat({ action: 'session.restored', subject: null })).toBe(
      'wrote a session back for its tool: one that you may not see',
    )
  })

  test('says what holds and what does not', () => {
    const held = { broken: null, events: 1, sealed_until: '2026-11-29T06:10:01.000Z', waiting: 2 }
    expect(markOf(held)).toBe(
      'Verified: 1 event, sealed until 2026-11-29 06:10 UTC. 2 events not sealed yet.',
    )
    const message = 'Batch 2 was taken out.'
    const broken = { kind: 'batch_removed' as const, batch: 2, event: null, message }
    expect(markOf({ ...held, broken, waiting: 0 })).toBe(
      'Not as it was sealed. Batch 2 was taken out. What holds: 1 event, sealed until 2026-11-29 06:10 UTC.',
    )
    expect(markOf({ ...held, sealed_until: null })).toBe(
      'No event is sealed yet. 2 events not sealed yet.',
    )
    expect(markOf({ ...held, broken, sealed_until: null, waiting: 0 })).toBe(
      'Not as it was sealed. Batch 2 was taken out. Nothing before that is sealed.',
    )
  })

  test('can be chosen by each of its kinds, in words that differ', () => {
    expect(new Set(ACTION_CHOICES.map(({ label }) => label)).size).toBe(AUDIT_ACTIONS.length)
  })
})
