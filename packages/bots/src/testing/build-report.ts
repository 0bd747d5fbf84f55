import type { ChangeItem, ChangeReport } from '@teamlore/shared/change-report'

export const item = (fields: Partial<ChangeItem> = {}): ChangeItem => ({
  id: 'mem_01k9x2f0000000000000000000',
  kind: 'invariant',
  title: 'Retries of exports',
  statement: 'Exports are retried five times.',
  reason: 'The bank drops calls.',
  bears_by: 'lines',
  resembles: '',
  path: 'src/export.ts',
  line: 12,
  confidence: 0.9,
  author: 'Ann',
  recorded_at: '2026-05-01T08:00:00.000Z',
  stale_reason: null,
  is_code_changed: false,
  contradicted_by: [],
  ...fields,
})

export const report = (items: ChangeItem[], fields: Partial<ChangeReport> = {}): ChangeReport => ({
  project: { id: 'prj_01k9x2f0000000000000000000', name: 'acme/harbour' },
  items,
  left_out: 0,
  sessions: [],
  commits: { asked: 0, known: 0, linked: 0 },
  files_without_lines: 0,
  ...fields,
})
