import type { ImportedObservation, ImportedSession, ImportedSummary } from '@teamlore/shared'
import { buildSession } from './ingest-builders.ts'

export const buildObservation = (
  key: string,
  overrides: Partial<ImportedObservation> = {},
): ImportedObservation => ({
  key,
  type: 'decision',
  title: 'Keep tide tables in one file',
  subtitle: 'Readers open it once',
  narrative: 'Opening a file per harbour made the lockkeeper wait.',
  facts: ['There are 412 harbours.'],
  concepts: ['TideTable'],
  files_read: ['src/harbour.ts'],
  files_modified: ['src/tide.ts'],
  prompt_key: 'm0',
  message_key: null,
  occurred_at: '2024-11-02T10:20:30.000Z',
  ...overrides,
})

export const buildSummary = (
  promptNumber: number,
  overrides: Partial<ImportedSummary> = {},
): ImportedSummary => ({
  prompt_number: promptNumber,
  prompt_key: 'm0',
  request: 'Why does the lockkeeper wait?',
  investigated: 'The reader of tables.',
  learned: 'Each harbour opens a file.',
  completed: 'One file for all.',
  next_steps: '',
  notes: '',
  occurred_at: '2024-11-02T11:00:00.000Z',
  ...overrides,
})

/** A session of another memory with one observation and one summary. */
export const buildImported = (overrides: Partial<ImportedSession> = {}): ImportedSession => ({
  session: buildSession({ tool: 'claude-mem' }),
  observations: [buildObservation('observation:1')],
  summaries: [buildSummary(1)],
  ...overrides,
})
