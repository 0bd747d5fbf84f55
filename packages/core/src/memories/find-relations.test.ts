import type { LivingMemory } from '@teamlore/db'
import { type MemorySlots, NO_SLOTS } from '@teamlore/shared/memories'
import { describe, expect, test } from 'vitest'
import { findRelations } from './find-relations.ts'

const OTHERS = [
  'The crane lifts at most 40 tonnes.',
  'Invoices are numbered by year.',
  'The map of the harbour is drawn in SVG.',
]

const living = (statement: string, slots: MemorySlots = NO_SLOTS, day = 1) =>
  ({
    id: `mem_${statement}`,
    statement,
    slots,
    valid_from: `2026-01-0${day}T00:00:00.000Z`,
    private_to: null,
  }) as unknown as LivingMemory

/** How a later statement stands to an earlier one, among others. */
const relation = (
  older: string,
  newer: string,
  { slots = [NO_SLOTS, NO_SLOTS] as [MemorySlots, MemorySlots], day = 1 } = {},
): string => {
  const all = [...OTHERS, older].map((one) => living(one, one === older ? slots[0] : NO_SLOTS, day))
  const incoming = {
    statement: newer,
    slots: slots[1],
    validFrom: new Date('2026-01-05T00:00:00.000Z'),
  }
  const found = findRelations(incoming, all).find(({ memory }) => memory.statement === older)
  return found?.relation ?? 'independent'
}

describe('another value that is a name is at least a pair for a person', () => {
  test.each([
    [
      'The uploads bucket is called quay-uploads-a.',
      'The uploads bucket is called quay-uploads-b.',
    ],
    ['The staging host is anchor.example.com.', 'The staging host is buoy.example.com.'],
    ['The tide service is owned by Mara.', 'The tide service is owned by Jonas.'],
    ['Deploys run on Node 20.', 'Deploys run on Node 22.'],
  ])('%s %s', (older, newer) => {
    expect(['unsure', 'supersedes', 'contradicts']).toContain(relation(older, newer))
  })
})

test('a rule and its opposite are a contradiction, whichever came first', () => {
  const never = 'Never call the berth editor from the plan page.'
  const must = 'The berth editor must be called from the plan page.'
  expect([relation(never, must), relation(must, never)]).toEqual(['contradicts', 'contradicts'])
})

test('a denial in words that rules of statements do not see waits for a person', () => {
  const older = 'Alerts are sent through Klaxon.'
  expect(relation(older, 'Klaxon is no more, alerts are sent through Siren.')).toBe('unsure')
})

test('what is no longer so of another thing retires nothing', () => {
  const older = "ESLint's import plugin is on."
  expect(relation(older, "ESLint's unicorn plugin was turned off.")).not.toBe('supersedes')
})

test('slots name the same thing in near words', () => {
  const slot = (subject: string, attribute: string, value: string): MemorySlots => ({
    ...NO_SLOTS,
    subject,
    attribute,
    value,
  })
  const slots: [MemorySlots, MemorySlots] = [
    slot('password', 'hash', 'bcrypt'),
    slot('passwords', 'hashing', 'argon2'),
  ]
  expect(relation('A password has a bcrypt hash.', 'Passwords get argon2.', { slots })).toBe(
    'supersedes',
  )
})

test('slots that name another thing decide, however near the words are', () => {
  const slots: [MemorySlots, MemorySlots] = [
    { ...NO_SLOTS, subject: 'soundings', attribute: 'retention', value: '30 days' },
    { ...NO_SLOTS, subject: 'tide tables', attribute: 'retention', value: '90 days' },
  ]
  const [older, newer] = ['Raw data are kept for 30 days.', 'Raw data are kept for 90 days.']
  expect(relation(older, newer, { slots })).toBe('independent')
})
