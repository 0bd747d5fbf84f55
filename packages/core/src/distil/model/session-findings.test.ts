import { expect, test } from 'vitest'
import { createSessionFindings } from './session-findings.ts'
import type { Verified } from './verify-answer.ts'

const found = (title: string): Verified => ({
  finding: {
    kind: 'gotcha',
    topic: '',
    title,
    statement: title,
    reason: '',
    rejected: [],
    evidence: [],
    slots: { subject: '', attribute: '', scope: '', value: '', replaces: '' },
  },
  evidence: [],
})

test('a session of many segments lists its newest sixty findings under the names they began with', () => {
  const findings = createSessionFindings()
  for (let n = 1; n <= 70; n++) findings.add([found(`Number ${n}.`)])
  expect(findings.listed()).toHaveLength(60)
  expect(findings.listed()[0]).toEqual({ name: 'f11', title: 'Number 11.' })
  findings.drop(['f1', 'f20'])
  findings.add([found('One more.')])
  expect(findings.listed().at(-1)).toEqual({ name: 'f71', title: 'One more.' })
  // The first was not listed, so what names it means nothing.
  expect(findings.holding()).toHaveLength(70)
})
