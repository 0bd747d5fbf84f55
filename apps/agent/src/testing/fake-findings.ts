import {
  type Observation,
  observationPageSchema,
  observationSchema,
  type Summary,
  summaryPageSchema,
  summarySchema,
} from '@teamlore/shared'
import type { z } from 'zod'
import { fakeId, harbour } from './fake-data.ts'

const STANDING = {
  purpose: 'finding',
  claim: null,
  confidence: null,
  superseded_at: null,
  superseded_by: null,
} as const

export const buildObservation = (fields: Partial<Observation> = {}): Observation => ({
  id: fakeId('obs', 1),
  session_id: fakeId('ses', 1),
  prompt_id: null,
  message_id: fakeId('msg', 2),
  project: harbour,
  type: 'decision',
  topic: 'Lock of the tide table',
  title: 'Lock the tide table while it is written',
  subtitle: 'Readers saw half of it',
  narrative: 'The writer takes the lock first.\n\nReaders wait for it.',
  facts: ['The table is written in two steps.'],
  concepts: ['locking'],
  files_read: ['src/berth.ts'],
  files_modified: ['src/tide.ts'],
  origin: 'agent',
  distiller: 'extractive',
  ...STANDING,
  occurred_at: '2026-05-01T09:30:00.000Z',
  ...fields,
})

export const buildSummary = (fields: Partial<Summary> = {}): Summary => ({
  id: fakeId('sum', 1),
  session_id: fakeId('ses', 1),
  prompt_id: fakeId('msg', 0),
  prompt_number: 1,
  project: harbour,
  request: 'Why does berth 0 refuse the tide table?',
  investigated: 'The writer and its readers.',
  learned: 'Readers saw half of the table.',
  completed: 'The table is locked.',
  next_steps: '',
  notes: '',
  origin: 'agent',
  superseded_at: null,
  distiller: 'extractive',
  occurred_at: '2026-05-01T09:30:00.000Z',
  ...fields,
})

/** One of each, whatever is asked for. */
export const fakeFindings = (
  path: string,
  { observation, summary }: { observation: Observation; summary: Summary },
): [z.ZodType, unknown] => {
  const page = { next_cursor: null, total: null }
  if (path === '/v1/observations') return [observationPageSchema, { items: [observation], ...page }]
  if (path === '/v1/summaries') return [summaryPageSchema, { items: [summary], ...page }]
  return path.startsWith('/v1/observations')
    ? [observationSchema, observation]
    : [summarySchema, summary]
}
