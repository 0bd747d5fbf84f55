import { type MemorySlots, NO_SLOTS } from '@teamlore/shared/memories'
import { describe, expect, test } from 'vitest'
import { compareSlots } from './slots.ts'

const slots = (subject: string, attribute: string, value: string, more = {}): MemorySlots => ({
  ...NO_SLOTS,
  subject,
  attribute,
  value,
  ...more,
})

describe('the slots of two memories', () => {
  test('say that one replaces the other where the same thing has another value', () => {
    expect(
      compareSlots(
        slots('Login links', 'validity', '24 hours'),
        slots('login link', 'validity', '15 minutes'),
      ),
    ).toBe('supersedes')
  })

  test('say the same whichever part is called the subject', () => {
    expect(
      compareSlots(
        slots('product images', 'CDN cache time', '1 hour'),
        slots('CDN', 'cache time of product images', '7 days'),
      ),
    ).toBe('supersedes')
  })

  test('confirm where the value is the same in other letters', () => {
    expect(
      compareSlots(slots('tokens', 'lifetime', '60 s'), slots('tokens', 'lifetime', '1 minute')),
    ).toBe('duplicates')
  })

  test('do not take a denial for a confirmation', () => {
    expect(
      compareSlots(
        slots('second factor', 'SMS', 'allowed'),
        slots('second factor', 'SMS', 'not allowed', { replaces: 'allowed' }),
      ),
    ).toBe('supersedes')
  })

  test.each([
    ['nightly job', 'hourly job'],
    ['legacy API', 'new API'],
    ['API', 'new API'],
  ])('leave %s and %s apart', (one, other) => {
    expect(compareSlots(slots(one, 'task', 'a'), slots(other, 'task', 'b'))).toBe('other')
  })

  test('know a thing by another name where the newer one names the value that it replaces', () => {
    const older = slots('outgoing mail', 'service', 'SendGrid')
    const named = (subject: string, value: string, replaces: string) =>
      slots(subject, 'provider', value, { replaces })
    expect(compareSlots(older, named('mail', 'Postmark', 'SendGrid'))).toBe('supersedes')
    expect(compareSlots(older, named('newsletter', 'Postmark', 'SendGrid'))).toBe('other')
    expect(compareSlots(slots('cache', 'use', 'on'), named('cache', 'off', 'on'))).toBe('other')
  })

  test('hold for a narrower scope alone', () => {
    const older = slots('geocoder', 'timeout', '2 s')
    const atNight = slots('geocoder', 'timeout', '6 s', { scope: 'night' })
    expect(compareSlots(older, atNight)).toBe('amends')
    expect(compareSlots(atNight, older)).toBe('other')
  })

  test('say nothing where one of them is empty', () => {
    expect(compareSlots(slots('a thing', 'use', 'x'), { ...NO_SLOTS, value: 'y' })).toBeNull()
  })
})
