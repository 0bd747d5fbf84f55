import { expect, test } from 'vitest'
import { renderLine } from '../output/line.ts'
import { ingestLines } from './book.view.ts'

const problem = (rule: string, severity: 'error' | 'warning' | 'note') => ({
  rule,
  severity,
  file: 'log/5.md',
  line: 4,
  column: 1,
  message: 'The calendar of lorecraft.yaml cannot read "12 Harvest".',
})
const summary = { created: 1, relationships: 2, events: 1, errors: 0, warnings: 1 }
const lastLine = (problems: ReturnType<typeof problem>[]) =>
  ingestLines({ state: 'ingested', summary }, problems)
    .map((line) => renderLine(line, { hasColors: false }))
    .at(-1)

test('the summary of an ingest counts what is listed above it, also what only the whole book shows', () => {
  const listed = [problem('unreadable-date', 'warning'), problem('unknown-field', 'warning')]
  expect(lastLine([...listed, problem('impossible-order', 'error')])).toContain(
    '1 error, 2 warnings',
  )
})

test('a list that was cut does not make less of what the server counted', () => {
  expect(lastLine([])).toContain('0 errors, 1 warning')
})
