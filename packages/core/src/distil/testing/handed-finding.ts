import type { HandedFinding } from '@teamlore/shared/handover'

/** What an agent hands over, with one quote and nothing more said of it than `more` says. */
export const handedFinding = (
  title: string,
  quote: string,
  more: Partial<HandedFinding> = {},
): HandedFinding => ({
  kind: 'gotcha',
  topic: '',
  title,
  statement: '',
  reason: '',
  rejected: [],
  slots: { subject: '', attribute: '', scope: '', value: '', replaces: '' },
  questions: [],
  evidence: [{ quote }],
  ...more,
})
