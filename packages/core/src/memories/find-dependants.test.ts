import { NO_SLOTS } from '@teamlore/shared/memories'
import { describe, expect, test } from 'vitest'
import { corpusOf } from '../statements/corpus.ts'
import { relateStatements } from '../statements/relate-statements.ts'
import { findDependants } from './find-dependants.ts'

const said = (statement: string) => ({ statement, slots: NO_SLOTS })
const OLDER = said('The map is drawn by Leaflet.')
const NEWER = said('The map is drawn by MapLibre, Leaflet was dropped.')
const of = (statement: string, reason = '') => {
  const one = { id: 'mem_1' as never, statement, reason, valid_from: '2026-01-01T00:00:00Z' }
  return findDependants({ older: OLDER, newer: NEWER }, [one]).length
}

describe('a memory rests on one that was replaced', () => {
  test.each<[string, string?]>([
    ['Tiles of the map are PNG, because Leaflet draws the map.'],
    ['Tiles are PNG.', 'The map is drawn by Leaflet, which cannot show vector tiles.'],
  ])('%s %s', (statement, reason) => {
    expect(of(statement, reason)).toBe(1)
  })

  test.each<[string, string?]>([
    ['The old admin page has its own copy of Leaflet.'],
    ['The map opens on the harbour, because that is where most people are.'],
    ['The brochure is folded twice, because Leaflet said so.'],
    ['Tiles of the map are vectors, because the map is not drawn by Leaflet.'],
  ])('not: %s', (statement, reason) => {
    expect(of(statement, reason)).toBe(0)
  })
})

test('what gives the older value as a reason alone is not replaced by the newer one', () => {
  const statement = 'A job may be at most 128 kB, since jobs are queued in RabbitMQ.'
  const newer = 'Jobs are queued in Redis instead of RabbitMQ.'
  const corpus = corpusOf([statement, newer])
  const related = (older: string) =>
    relateStatements({ older: said(older), newer: said(newer), corpus, isOrdered: true }).relation
  expect(related('Jobs are queued in RabbitMQ.')).toBe('supersedes')
  expect(related(statement)).not.toBe('supersedes')
})
