import type { Redactor } from '@teamlore/redaction'
import { linksWithoutSecrets, redactRecords } from '@teamlore/redaction'
import type {
  ImportedLink,
  ImportedObservation,
  ImportedSummary,
  IngestEdit,
  IngestProject,
  RegisterMachineRequest,
} from '@teamlore/shared'
import { IMPORT_LIMITS, INGEST_LIMITS } from '@teamlore/shared'
import { inPortions } from '@teamlore/shared/portions'
import { storableJson } from '@teamlore/shared/storable-json'
import { type DeltaEdit, makeDelta } from '@teamlore/sources/delta/session-delta'
import { emptyState } from '@teamlore/sources/delta/session-state'
import type { ReadSession } from '@teamlore/sources/source'
import { partsOf, sessionJson } from '../capture/batch.ts'
import { withinLimits } from './records.ts'

/** A session, or a piece of one, as it stands in a request. */
export type Item = {
  nativeId: string
  json: string
  messages: number
  observations: number
  summaries: number
}

type Options = {
  session: ReadSession
  project: IngestProject | null
  records: {
    observations: ImportedObservation[]
    summaries: ImportedSummary[]
    links?: ImportedLink[]
  }
  redactor: Redactor
  path: string
  /** Edits whose texts are not there any more, as they were captured. */
  edits?: readonly IngestEdit[]
}

/** Aimed at for what one item adds to its messages, in characters. */
const RECORDS_OF_ITEM = {
  items: Math.min(500, IMPORT_LIMITS.maxObservations),
  size: 1024 * 1024,
  sizeOf: (observation: ImportedObservation) => JSON.stringify(observation).length,
}

const editAsKept = (edit: IngestEdit): DeltaEdit => {
  const kept = storableJson(edit)
  return { key: kept.key, messageKey: kept.message_key, hash: '', json: JSON.stringify(kept) }
}

/** Makes a session ready to leave the machine, secrets out, in pieces that fit a request. Messages go before what names them. */
export const itemsOf = (options: Options): { items: Item[]; redactions: number } => {
  const { session, project, redactor, path } = options
  const state = emptyState(session.tool, session.native_id)
  const made = makeDelta({
    session,
    project,
    state,
    dropped: new Map(),
    sourcePath: path,
    redactor,
  })
  const delta = { ...made, edits: [...made.edits, ...(options.edits ?? []).map(editAsKept)] }
  const { count, ...records } = redactRecords(
    storableJson({
      observations: options.records.observations,
      summaries: options.records.summaries,
    }),
    redactor,
  )
  const links = linksWithoutSecrets(storableJson(options.records.links ?? []), redactor)
  const { observations, summaries } = withinLimits(records)
  const nativeId = session.native_id
  const parts = partsOf(delta)
  const chunks = inPortions(observations, RECORDS_OF_ITEM)
  // The last part of the session goes with the first of its records, or alone.
  const pieces = Math.max(parts.length - 1 + Math.max(chunks.length, 1), 1)
  const items = Array.from({ length: pieces }, (_, at): Item => {
    const messages = parts[at]?.messages ?? []
    const chunk = chunks[at - parts.length + 1] ?? []
    const sums = at === pieces - 1 ? summaries : []
    const ofLinks = at === pieces - 1 && links.length > 0 ? `,"links":${JSON.stringify(links)}` : ''
    const inner = sessionJson(delta.header, messages, parts[at]?.edits ?? [])
    return {
      nativeId,
      json: `{"session":${inner},"observations":${JSON.stringify(chunk)},"summaries":${JSON.stringify(sums)}${ofLinks}}`,
      messages: messages.length,
      observations: chunk.length,
      summaries: sums.length,
    }
  })
  return { items, redactions: delta.header.source.redactions + count }
}

const TARGET_CHARS = 2 * 1024 * 1024
const MAX_ITEMS = Math.min(100, INGEST_LIMITS.maxSessions)

/** Whether one more item still fits a request; a larger one goes alone. */
export const fits = (batch: readonly Item[], item: Item): boolean =>
  batch.length < MAX_ITEMS &&
  batch.reduce((sum, { json }) => sum + json.length, item.json.length) <= TARGET_CHARS

export const requestOf = (machine: RegisterMachineRequest, items: readonly Item[]): string =>
  `{"machine":${JSON.stringify(machine)},"sessions":[${items.map(({ json }) => json).join(',')}]}`
