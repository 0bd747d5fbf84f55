import { expect, test } from 'vitest'
import { rowsOfStated, type StatedNote, textOfStated } from './book-rows.ts'

const place = { file: 'a/"b"\n.md', line: 3 }
const edge = { from: 'l/a', to: 'l/b', relationship: 'NEAR', ...place }

test('what a note states is compared by the very text of its rows', () => {
  const notes: StatedNote[] = [
    { edges: [], mentions: [], event: null },
    {
      edges: [edge, { from: 'l/a', to: 'l/c', ...place, relationship: 'R', isFromText: true }],
      mentions: [{ from: 'l/a', to: 'l/é', ...place }],
      event: {
        key: 'l/a',
        layer: 'l',
        session: null,
        dateReal: '2026-01-01',
        dateInWorld: null,
        consequences: [],
        file: 'a.md',
      },
    },
  ]
  for (const note of notes) expect(textOfStated(note)).toBe(JSON.stringify(rowsOfStated(note)))
})
