import { expect, test } from 'vitest'
import { mayGo, wordsFor } from './forget-thing.ts'
import { severalOf } from './several-choice.ts'

const harbour = { id: 'prj_1', name: 'harbour' }
const NOTHING = { before: '', project: undefined }
const PREVIEW = {
  kind: 'mine' as const,
  subject: 'usr_1',
  goes: [{ kind: 'sessions' as const, count: 3 }],
  loses_evidence: { memories: 0, pieces: 0 },
  titles: [],
  stays: ['Backups stay.'],
  delay_hours: 24,
  is_held: false,
}

test('all of mine asks for nothing else, whatever was chosen before', () => {
  const thing = severalOf({ which: 'mine', before: '2026-01-01', project: harbour })
  expect(thing?.asked).toEqual({ mine: true })
  expect(thing && wordsFor(thing)).toMatchObject({ title: 'Forget all sessions of yours?' })
})

test('before a day asks for mine alone, and for nothing without a day', () => {
  expect(severalOf({ ...NOTHING, which: 'before' })).toBeUndefined()
  const thing = severalOf({ ...NOTHING, which: 'before', before: '2026-01-01', project: harbour })
  expect(thing?.asked).toEqual({ mine: true, before: '2026-01-01' })
})

test('a project goes after its name was typed, whole or before a day', () => {
  expect(severalOf({ ...NOTHING, which: 'project' })).toBeUndefined()
  const whole = severalOf({ which: 'project', before: '', project: harbour })
  expect(whole?.asked).toEqual({ mine: false, project: 'prj_1' })
  expect(whole && wordsFor(whole)).toMatchObject({
    title: 'Forget all of harbour?',
    typing: { name: 'harbour' },
  })
  const old = severalOf({ which: 'project', before: '2026-01-01', project: harbour })
  expect(old?.asked).toEqual({ mine: false, project: 'prj_1', before: '2026-01-01' })
  // A preview of one is never shown for the other.
  expect(old?.id).not.toBe(whole?.id)
})

test('nothing of mine wants a name to be typed', () => {
  const thing = severalOf({ ...NOTHING, which: 'mine' })
  expect(thing && wordsFor(thing).typing).toBeUndefined()
})

test('of several, what is held or not there cannot be forgotten; a single thing is there', () => {
  expect(mayGo({ kind: 'several' }, PREVIEW)).toBe(true)
  expect(mayGo({ kind: 'several' }, { ...PREVIEW, goes: [] })).toBe(false)
  expect(mayGo({ kind: 'session' }, { ...PREVIEW, goes: [] })).toBe(true)
  expect(mayGo({ kind: 'several' }, { ...PREVIEW, is_held: true })).toBe(false)
})
