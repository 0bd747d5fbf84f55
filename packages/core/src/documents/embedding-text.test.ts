import { expect, test } from 'vitest'
import { embeddingText } from './embedding-text.ts'
import { replacedOn } from './replaced-on.ts'

test('a former statement is read without the one that holds', () => {
  const body = `${replacedOn(new Date('2026-03-01'))}Maps are drawn by Leaflet.`
  expect(embeddingText({ title: 'Maps are drawn by MapLibre.', body })).toBe(
    'Maps are drawn by Leaflet.',
  )
  expect(embeddingText({ title: 'Maps', body: 'They are drawn.' })).toBe('Maps\nThey are drawn.')
})
