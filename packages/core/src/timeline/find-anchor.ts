import type { TeamRepositories, TimelinePlace, TimelineRow } from '@teamlore/db'
import { kindOfId } from '@teamlore/shared'
import { resolveId } from '../platform/resolve-id.ts'
import { isReadable, readRecord } from '../records/open-record.ts'
import type { RecordText } from '../records/record.types.ts'
import { recordAbsent } from '../records/records.errors.ts'
import { parseMoment } from '../text/parse-moment.ts'
import { noMoment } from './timeline.errors.ts'

/** What stands in the middle of a timeline. */
export type Anchor = {
  place: TimelinePlace
  /** Undefined: a moment, at which nothing need have happened. */
  row: TimelineRow | undefined
  notes: string[]
}

const MS = 1_000

/** Sorts before every row's key, so that what happened at the very moment comes after it. */
const BEFORE_ALL = ''

/** @throws DomainError `timeline.no_moment` */
export const anchorAt = (text: string, now: Date): Anchor => {
  const moment = parseMoment(text, now)
  if (moment === undefined) throw noMoment()
  return { place: { at: moment.getTime() * MS, key: BEFORE_ALL }, row: undefined, notes: [] }
}

/**
 * A thing by its id or the beginning of one. What has no time of its own stands where its session began.
 *
 * @throws DomainError `record.not_found`, `id.too_short`, `id.ambiguous`.
 */
export const anchorOf = async (repositories: TeamRepositories, typed: string): Promise<Anchor> => {
  const row = await rowOf(repositories, typed.trim())
  if (row.place !== null) return { place: row.place, row, notes: [] }
  const at =
    row.sessionId === null ? undefined : await repositories.timeline.timeOfSession(row.sessionId)
  return { place: { at: at ?? 0, key: BEFORE_ALL }, row, notes: [TIMELESS] }
}

const TIMELESS = 'This has no time of its own, so it stands where its session began.'

const rowOf = async (repositories: TeamRepositories, typed: string): Promise<TimelineRow> => {
  const kind = kindOfId(typed)
  if (!isReadable(kind)) throw recordAbsent()
  const id = await resolveId(repositories.ids, kind, typed, recordAbsent)
  const row =
    kind === 'session'
      ? await repositories.timeline.session(id)
      : ((await repositories.timeline.document(id)) ?? (await rowOfRecord(repositories, id)))
  if (row === undefined) throw recordAbsent()
  return row
}

/** Of what is not indexed (rewound turns, injected texts) only the record itself is there. */
const rowOfRecord = async (
  repositories: TeamRepositories,
  id: string,
): Promise<TimelineRow | undefined> => {
  const record: RecordText | undefined = await readRecord(repositories, id)
  if (record === undefined || record.session_id === null) return undefined
  const session = await repositories.timeline.session(record.session_id)
  if (session === undefined) return undefined
  const at = record.occurred_at === null ? null : Date.parse(record.occurred_at) * MS
  return {
    ...session,
    id: record.id,
    kind: record.kind,
    title: record.title,
    beginning: record.title,
    at: record.occurred_at,
    messageId: kindOfId(record.id) === 'message' ? record.id : null,
    place: at === null ? null : { at, key: BEFORE_ALL },
  }
}
