import type { DocumentKind } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { RankedRow } from './search.types.ts'

export type RankedRecord = {
  id: string
  source_id: string
  kind: DocumentKind
  type: string | null
  status: RankedRow['status']
  session_id: string | null
  occurred: number | null
}

export const RANKED = sql.raw(`d.id, d.source_id, d.kind, d.type, d.status, d.session_id,
  (extract(epoch from d.occurred_at) * 1000)::float8 as occurred`)

export const toRanked = (record: RankedRecord): RankedRow => ({
  id: record.id,
  sourceId: record.source_id,
  kind: record.kind,
  type: record.type,
  status: record.status,
  sessionId: record.session_id,
  occurredAt: record.occurred === null ? null : new Date(record.occurred),
})
