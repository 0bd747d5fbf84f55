import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import { kindOfId, type LoreRecord, type recordsResponseSchema } from '@teamlore/shared'
import type { z } from 'zod'
import { recordTokens } from '../context/count-tokens.ts'
import { resolveId } from '../platform/resolve-id.ts'
import type { TeamScope } from '../teams/team-scope.ts'
import {
  memoryFileRecord,
  messageRecord,
  observationRecord,
  type RecordText,
  sessionRecord,
  summaryRecord,
} from './record-text.ts'
import { recordAbsent, tooManyRecords } from './search.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

export type RecordsResponse = z.output<typeof recordsResponseSchema> & { items: LoreRecord[] }
export type RecordsRequest = { ids: readonly string[]; budget_tokens: number }

const MAX_IDS = 200
const PROMPTS = 100

/**
 * Full records, in the order asked for, whole or not at all: one that does not fit into what is left of the budget is
 * named with its cost, and smaller ones after it may still fit. Ids may be shortened to a unique beginning.
 *
 * @throws DomainError `records.too_many`, `id.too_short`, `id.ambiguous`.
 */
export const makeGetRecords =
  ({ unitOfWork }: Deps) =>
  async (scope: TeamScope, { ids, budget_tokens }: RecordsRequest): Promise<RecordsResponse> => {
    const wanted = [...new Set(ids.map((id) => id.trim()).filter((id) => id !== ''))]
    if (wanted.length > MAX_IDS) throw tooManyRecords({ details: { limit: MAX_IDS } })
    const response: RecordsResponse = { items: [], missing: [], left_out: [], tokens: 0 }
    await unitOfWork.inTeam(scope, async (repositories) => {
      const seen = new Set<string>()
      for (const id of wanted) {
        const record = await readRecord(repositories, id)
        if (record === undefined) response.missing.push(id)
        else if (!seen.has(record.id)) addRecord(response, record, budget_tokens)
        if (record !== undefined) seen.add(record.id)
      }
    })
    return response
  }

const addRecord = (response: RecordsResponse, record: RecordText, budget: number): void => {
  const tokens = recordTokens(record.text)
  if (response.tokens + tokens > budget) {
    response.left_out.push({ id: record.id, tokens })
    return
  }
  response.items.push({ ...record, tokens })
  response.tokens += tokens
}

type Sources = Pick<
  TeamRepositories,
  | 'ids'
  | 'messageList'
  | 'observationList'
  | 'summaryList'
  | 'sessionList'
  | 'promptList'
  | 'memoryFileList'
>

const READ = {
  message: async ({ messageList }: Sources, id: string) => {
    const message = await messageList.find(id)
    return message && messageRecord(message)
  },
  observation: async ({ observationList }: Sources, id: string) => {
    const observation = await observationList.find(id)
    return observation && observationRecord(observation)
  },
  summary: async ({ summaryList }: Sources, id: string) => {
    const summary = await summaryList.find(id)
    return summary && summaryRecord(summary)
  },
  memoryFile: async ({ memoryFileList }: Sources, id: string) => {
    const file = await memoryFileList.find(id)
    return file && memoryFileRecord(file)
  },
  session: async ({ sessionList, promptList, summaryList }: Sources, id: string) => {
    const session = await sessionList.find(id)
    if (session === undefined) return undefined
    const prompts = await promptList.list({ sessionId: id }, { limit: PROMPTS })
    const summaries = await summaryList.list({ sessionId: id }, { limit: PROMPTS })
    return sessionRecord(session, {
      prompts: prompts.items.toReversed(),
      summaries: summaries.items.toReversed(),
    })
  },
} as const

type ReadableKind = keyof typeof READ

const isReadable = (kind: string | undefined): kind is ReadableKind =>
  kind !== undefined && kind in READ

/** The record, or undefined where there is none that this person may see. */
const readRecord = async (sources: Sources, typed: string): Promise<RecordText | undefined> => {
  const kind = kindOfId(typed)
  if (!isReadable(kind)) return undefined
  const absent = recordAbsent()
  try {
    return await READ[kind](sources, await resolveId(sources.ids, kind, typed, () => absent))
  } catch (error) {
    // One id that leads nowhere is named in the answer; it must not cost the caller the others.
    if (error === absent) return undefined
    throw error
  }
}

export type GetRecords = ReturnType<typeof makeGetRecords>
