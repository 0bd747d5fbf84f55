import { describe, expect, test } from 'vitest'
import { changeBetween } from './change-between.ts'
import { corpusOf } from './corpus.ts'
import { readReplacing, readSaid } from './said.ts'

const TALK = [
  'The parser was split into three files.',
  'Coverage is at eighty percent.',
  'The crane of the third quay is painted in May.',
]

/** Undefined where nothing speaks for a change, else its kind and whether that is sure. */
const changeOf = (older: string, newer: string): string | undefined => {
  const change = changeBetween(readSaid(older), readSaid(newer), corpusOf([older, newer, ...TALK]))
  if (change === undefined || change.evidence < 0) return undefined
  return change.isSure ? `surely ${change.kind}` : change.kind
}

describe('a later saying that denies what the earlier one names', () => {
  test.each([
    ['Invoices are rendered with Prawn.', 'We left Prawn, invoices are rendered with Typst.'],
    ['Tide tables come from Neptune.', 'Tide tables are read from Poseidon instead of Neptune.'],
    ['Alerts are sent through Klaxon.', 'Klaxon is no more, alerts are sent through Siren.'],
  ])('takes its place: %s %s', (older, newer) => {
    expect(changeOf(older, newer)).toBe('surely denied')
  })
})

describe('what names the value that it takes the place of', () => {
  const older = readSaid('The harbour office texts everybody through Klaxon.')
  const evidence = (replaces: string, nearness: number | undefined, others: string[] = []) =>
    changeBetween(
      older,
      readReplacing('The office notifies pilots with Sirenpost.', replaces),
      corpusOf([older.text, ...TALK, ...others]),
      nearness,
    )?.evidence ?? -1

  test('may change what has that value and is near in meaning, in other words', () => {
    expect(evidence('Klaxon', 0.4)).toBeGreaterThan(0)
    expect(evidence('Klaxon', 0.1)).toBeLessThan(0)
    expect(evidence('Klaxon', undefined)).toBeLessThan(0)
    expect(evidence('Foghorn', 0.4)).toBeLessThan(0)
  })

  test('changes nothing that shares that name alone', () => {
    const alarms = readSaid('Klaxon alarms at the lock are tested every Monday.')
    const later = readReplacing('The office notifies pilots with Sirenpost.', 'Klaxon')
    const change = changeBetween(alarms, later, corpusOf([alarms.text, later.text, ...TALK]), 0.4)
    expect(change?.evidence ?? -1).toBeLessThan(0)
  })

  test('changes nothing by a word that stands everywhere', () => {
    const everywhere = Array.from({ length: 60 }, (_, n) => `Klaxon number ${n} is loud.`)
    expect(evidence('Klaxon', 0.4, everywhere)).toBeLessThan(0)
  })
})

describe('the same with another value may be a change', () => {
  test.each([
    ['in near words', 'Raw soundings are kept for 30 days.', 'We keep raw soundings 90 days.'],
    ['with another name', 'The uploads bucket is quay-a.', 'The uploads bucket is quay-b.'],
    ['with another unit', 'Tours are planned 48 hours ahead.', 'We plan tours seven days ahead.'],
  ])('%s: %s %s', (_, older, newer) => {
    expect(changeOf(older, newer)).toBe('other')
  })
})

test.each([
  [
    'The berth editor must be called from the plan page.',
    'Never call the berth editor from the plan page.',
  ],
  [
    'Never call the berth editor from the plan page.',
    'The berth editor must be called from the plan page.',
  ],
])('a rule and its opposite cannot both hold: %s %s', (older, newer) => {
  expect(changeOf(older, newer)).toBe('opposed')
})

describe('no change is', () => {
  test.each([
    [
      'another thing',
      'Salt samples are held at 4 degrees.',
      'Mud samples are now held at 6 degrees.',
    ],
    ['another number', 'Buoy 7 has a white lamp.', 'Buoy 9 lost its white lamp in the storm.'],
    ['an exception', 'The gate closes at 22:00.', 'On feast days the gate closes at 23:30.'],
    [
      'something for a time',
      'Ferries leave on Mondays.',
      'This week the ferry leaves on Thursday.',
    ],
    ['something beside it', 'Jonas checks the ropes.', 'Jonas also checks the anchors now.'],
    ['what shares no word', 'The map is drawn in SVG.', 'Wages are paid on Fridays now.'],
  ])('%s: %s %s', (_, older, newer) => {
    expect(changeOf(older, newer)).toBeUndefined()
  })
})
