import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { LoreRecord, Message, recordsResponseSchema } from '@teamlore/shared'
import type { z } from 'zod'
import { readAsOf } from '../commits/read-as-of.ts'
import { DomainError } from '../errors.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { idAmbiguous, idTooShort } from '../platform/resolve-id.ts'
import { heldAt } from '../search/memory-held-at.ts'
import { recordTokens } from '../text/count-tokens.ts'
import { messageRecord } from './message.record.ts'
import { readRecord } from './open-record.ts'
import type { RecordText } from './record.types.ts'
import { recordForgotten, tooManyRecords } from './records.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }

export type RecordsResponse = z.output<typeof recordsResponseSchema> & { items: LoreRecord[] }
export type RecordsRequest = {
  ids: readonly string[]
  budget_tokens: number
  /** Messages before and after each record that are opened too; none by default. */
  around?: number
  /** Of memories, what held then is said first. */
  as_of?: string | undefined
  /** An agent reads them, and no person. */
  isAgent?: boolean
}

const MAX_IDS = 200

/**
 * Full records, in the order asked for, whole or not at all: one that does not fit into what is left of the budget is
 * named with its cost, and smaller ones after it may still fit. Ids may be shortened to a unique beginning. With
 * `around`, what stands beside each in its transcript comes too, in the order of the transcript, out of what the records
 * asked for have left of the budget. An id that is too short or begins like several is named with why.
 *
 * @throws DomainError `records.too_many`; `id.too_short` or `id.ambiguous` where no id is clear.
 */
export const makeGetRecords =
  ({ unitOfWork, now = systemClock }: Deps) =>
  async (
    scope: TeamScope,
    { ids, budget_tokens, around = 0, as_of, isAgent = false }: RecordsRequest,
  ): Promise<RecordsResponse> => {
    const wanted = [...new Set(ids.map((id) => id.trim()).filter((id) => id !== ''))]
    if (wanted.length > MAX_IDS) throw tooManyRecords({ details: { limit: MAX_IDS } })
    const nothing = { items: [], missing: [], unclear: [], left_out: [], tokens: 0 }
    const response: RecordsResponse = nothing
    await unitOfWork.inTeam(scope, async (repositories) => {
      const at = as_of === undefined ? undefined : await readAsOf(repositories, as_of, now())
      const records = await addWanted(repositories, response, wanted, { budget: budget_tokens, at })
      if (around > 0)
        await addNeighbours(repositories, response, records, { around, budget_tokens })
      const given = response.items.map(({ id }) => id)
      await repositories.sessionSharing.noteReading(given)
      await repositories.memoryServings.noteServed(given, {
        reader: isAgent ? 'agent' : 'person',
        door: 'opened',
        at: now(),
      })
    })
    return response
  }

/** @returns the records that are there, whether they fit or not. */
const addWanted = async (
  repositories: TeamRepositories,
  response: RecordsResponse,
  wanted: readonly string[],
  { budget, at }: { budget: number; at: Date | undefined },
): Promise<Map<string, RecordText>> => {
  const records = new Map<string, RecordText>()
  const refusals: DomainError[] = []
  for (const id of wanted) {
    const record = await readRecord(repositories, id)
      .then((found) => (at === undefined ? found : withHeld(repositories, found, at)))
      .catch(unclearOf)
    if (record instanceof DomainError) {
      refusals.push(record)
      response.unclear.push({ id, code: record.code, message: record.message })
    } else if (record === undefined) {
      // What is gone is not looked for elsewhere, as what was mistyped may be.
      if (await repositories.tombstones.isForgotten(id)) {
        const { code, message } = recordForgotten()
        response.unclear.push({ id, code, message })
      } else response.missing.push(id)
    } else if (!records.has(record.id)) {
      records.set(record.id, record)
      addRecord(response, record, budget)
    }
  }
  const [refusal] = refusals
  if (refusal !== undefined && refusals.length === wanted.length) throw refusal
  return records
}

/** A memory with what of its thread held at a time in front. */
const withHeld = async (
  { memories, memoryList }: Pick<TeamRepositories, 'memories' | 'memoryList'>,
  record: RecordText | undefined,
  at: Date,
): Promise<RecordText | undefined> => {
  if (record?.kind !== 'memory') return record
  const chain = await memories.chainBelow(await memories.headOf(record.id))
  const held = heldAt(await memoryList.versions(chain), at)
  const says = held === undefined ? 'nothing of this held' : `${held.statement} (${held.memory_id})`
  return { ...record, text: `As of ${at.toISOString().slice(0, 16)}Z: ${says}\n${record.text}` }
}

const UNCLEAR: readonly string[] = [idTooShort().code, idAmbiguous().code]

/** One id that may mean nothing or several does not cost the caller the others. */
const unclearOf = (error: unknown): DomainError => {
  if (error instanceof DomainError && UNCLEAR.includes(error.code)) return error
  throw error
}

const addRecord = (
  response: RecordsResponse,
  { message_id: _, ...record }: RecordText,
  budget: number,
): LoreRecord | undefined => {
  const tokens = recordTokens(record.text)
  if (response.tokens + tokens > budget) {
    response.left_out.push({ id: record.id, tokens })
    return undefined
  }
  const item = { ...record, tokens }
  response.items.push(item)
  response.tokens += tokens
  return item
}

/** What stands beside each record, nearest first as long as the budget goes; then all in the order of the transcript. */
const addNeighbours = async (
  repositories: TeamRepositories,
  response: RecordsResponse,
  records: ReadonlyMap<string, RecordText>,
  { around, budget_tokens }: { around: number; budget_tokens: number },
): Promise<void> => {
  const asked = new Map(response.items.map((item) => [item.id, item]))
  const seen = new Set(records.keys())
  const inOrder: LoreRecord[] = []
  for (const record of records.values()) {
    const own = asked.get(record.id)
    if (own === undefined) continue
    const beside = (await neighboursOf(repositories, record, around)).filter(
      ({ message }) => !seen.has(message.id),
    )
    const opened = new Map<number, LoreRecord>()
    for (const { message, distance } of beside.toSorted(byNearness)) {
      seen.add(message.id)
      const item = addRecord(response, messageRecord(message), budget_tokens)
      if (item !== undefined) opened.set(distance, { ...item, neighbour_of: record.id })
    }
    const places = [...opened].toSorted(([a], [b]) => a - b)
    inOrder.push(
      ...places.filter(([place]) => place < 0).map(([, item]) => item),
      own,
      ...places.filter(([place]) => place > 0).map(([, item]) => item),
    )
  }
  response.items = inOrder
}

/** `distance`: −1 is the message before, 1 the one after. */
type Neighbour = { message: Message; distance: number }

const byNearness = (a: Neighbour, b: Neighbour): number =>
  Math.abs(a.distance) - Math.abs(b.distance)

const neighboursOf = async (
  { messageList }: TeamRepositories,
  { session_id, message_id }: RecordText,
  around: number,
): Promise<Neighbour[]> => {
  if (session_id === null || !message_id) return []
  const place = await messageList.placeOf(session_id, message_id)
  if (place === undefined) return []
  const read = async (backward: boolean) =>
    (
      await messageList.list({
        sessionId: session_id,
        limit: around,
        previewChars: Number.POSITIVE_INFINITY,
        from: { ordinal: place.ordinal, id: place.id, backward },
      })
    ).items
  const before = await read(true)
  const after = await read(false)
  return [
    ...before.map((message, index) => ({ message, distance: index - before.length })),
    ...after.map((message, index) => ({ message, distance: index + 1 })),
  ]
}

export type GetRecords = ReturnType<typeof makeGetRecords>
