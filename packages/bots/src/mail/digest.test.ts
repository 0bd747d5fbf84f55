import type { Digest } from '@teamlore/shared/digest'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailDigestOf } from './digest.ts'

const OPTIONS = { team: 'Harbour', pages: 'https://lore.test' }
const item = (statement: string, id = 'mem_1') => ({ id, topic: 'What it is about', statement })
const digest = (fields: Partial<Digest>): Digest => ({
  week: '2026-11-30',
  decisions: { count: 0, items: [] },
  review: { count: 0 },
  contradictions: { count: 0, items: [] },
  stale: { count: 0, items: [] },
  ...fields,
})

test('names each thing in a line with its page, and what it leaves out by counts alone', () => {
  const { subject, text } = mailDigestOf(
    digest({
      decisions: { count: 7, items: [item('Tides')] },
      review: { count: 1 },
      contradictions: { count: 1, items: [{ first: item('A'), second: item('B', 'mem_2') }] },
      stale: { count: 2, items: [item('Old')] },
    }),
    OPTIONS,
  )
  expect(subject).toBe('What Harbour knows: week to 2026-11-30')
  expect(text).toContain('7 new decisions:\n\n- Tides\n  https://lore.test/memories/mem_1\n')
  expect(text).toContain('1 draft to review: https://lore.test/memories/review')
  expect(text).toContain(
    '- A\n  https://lore.test/memories/mem_1\n  - B\n    https://lore.test/memories/mem_2',
  )
  expect(text).toContain('2 memories that may be stale:')
})

test('whatever a memory or a team is called, it begins no line and no header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const hostile = `x\r\nBcc: a@b.c\u2028${name}`
      const { subject, text } = mailDigestOf(
        digest({ decisions: { count: 1, items: [item(hostile)] } }),
        { ...OPTIONS, team: hostile },
      )
      expect(subject).not.toMatch(/[\r\n\u2028]/)
      expect(text.split(/\r\n|[\r\n\u2028\u2029\u0085]/)).toHaveLength(7)
      expect(text).not.toMatch(/^Bcc/m)
    }),
  )
})
