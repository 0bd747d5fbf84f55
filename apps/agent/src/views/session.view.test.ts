import { expect, test } from 'vitest'
import { renderLine } from '../output/line.ts'
import { buildSession, buildSessionDetail } from '../testing/fake-data.ts'
import { sessionHeaderLines } from './session.view.ts'

test.each([
  [{ observations: 5, work: 4 }, '5 findings'],
  [{ observations: 0, work: 4 }, '4 records of work'],
  [{ observations: 0, work: 1 }, '1 record of work'],
  [{ observations: 0, work: 0 }, '0 findings'],
])('a session with %o says %s', (found, says) => {
  const session = buildSessionDetail({ counts: { ...buildSession().counts, ...found } })
  const lines = sessionHeaderLines(session, { width: 200, server: 'http://x', isFull: false })
  const text = lines.map((line) => renderLine(line, { hasColors: false })).join('\n')
  expect(text).toContain(` · ${says} · `)
})
