import { randomBytes } from 'node:crypto'
import type { UnitOfWork } from '@teamlore/db'
import { redactSecrets } from '@teamlore/redaction'
import type { SearchResponse } from '@teamlore/shared'
import type { JudgedSearchQuery, Verdict } from '@teamlore/shared/verdicts'
import type { TeamScope } from '../../identity/teams/team-scope.ts'
import { countTokens } from '../../text/count-tokens.ts'
import { type AskModel, NotAskedError } from '../../usage/ask-model.ts'
import { readQuestion } from '../read-question.ts'
import type { Search, SearchOptions } from '../search.ts'
import { checkVerdicts } from './check-verdicts.ts'
import { judgedInWords, STATE_OF, type Unjudged, unjudged } from './in-words.ts'
import { readPassages } from './passages.ts'
import {
  MAX_READER_TOKENS,
  READER_SYSTEM,
  type ReaderAnswer,
  readerAnswerSchema,
  readerPrompt,
} from './reader.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  search: Search
  /** Undefined: there is no language model. */
  askModel?: AskModel | undefined
  /** Gets what went wrong with the model; the asker gets the hits all the same. */
  onFailure?: ((error: unknown) => void) | undefined
  limitMs?: number
  mark?: () => string
}

/** The name of these calls in the ledger. */
const PURPOSE = 'search'
/** Hits of a page that are read. */
const MAX_READ = 10
/** How long somebody waits for the model. */
const LIMIT_MS = 3_000

const newMark = (): string => randomBytes(6).toString('hex')

/**
 * A search that has a language model say which hits of its page answer, where that is asked for (ADR 0030). What the model gets is
 * what the asker may read; whatever goes wrong with it, the hits come without verdicts, and `judged` says why.
 *
 * @throws whatever the search throws.
 */
export const makeJudgedSearch =
  ({ unitOfWork, search, askModel, onFailure, limitMs = LIMIT_MS, mark = newMark }: Deps) =>
  async (
    scope: TeamScope,
    { judge = false, ...query }: Omit<JudgedSearchQuery, 'judge'> & { judge?: boolean },
    options: SearchOptions = {},
  ): Promise<SearchResponse> => {
    const found = await search(scope, query, options)
    if (!judge) return found
    const question = readQuestion(query).question.prose
    if (question.trim() === '' || found.items.length === 0)
      return { ...found, judged: unjudged('nothing_to_read') }
    if (askModel === undefined) return { ...found, judged: unjudged('no_model') }
    const hits = found.items.slice(0, MAX_READ)
    const passages = await unitOfWork.inTeam(scope, (repos) => readPassages(repos.search, hits))
    const reader = { askModel, limitMs, onFailure }
    const prompt = readerPrompt(redactSecrets(question).text, passages, mark())
    const answer = await askReader(reader, { scope, prompt, signal: options.signal })
    if (typeof answer === 'string') return { ...found, judged: unjudged(answer) }
    return withVerdicts(found, checkVerdicts(passages, answer))
  }

export type JudgedSearch = ReturnType<typeof makeJudgedSearch>

type Asked = { scope: TeamScope; prompt: string; signal: AbortSignal | undefined }

/** What the model answers, or why it does not. One call, which is broken off when the time is up or the asker has gone. */
const askReader = async (
  {
    askModel,
    limitMs,
    onFailure,
  }: Required<Pick<Deps, 'limitMs'>> & Pick<Deps, 'onFailure'> & { askModel: AskModel },
  { scope, prompt, signal }: Asked,
): Promise<ReaderAnswer | Unjudged> => {
  const limit = AbortSignal.timeout(limitMs)
  try {
    return await askModel(scope, null, {
      purpose: PURPOSE,
      system: READER_SYSTEM,
      prompt,
      schema: readerAnswerSchema,
      maxOutputTokens: MAX_READER_TOKENS,
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      askedBy: scope.userId,
    })
  } catch (error) {
    signal?.throwIfAborted()
    if (limit.aborted) return 'timed_out'
    if (error instanceof NotAskedError) return STATE_OF[error.why]
    onFailure?.(error)
    return 'failed'
  }
}

const withVerdicts = (
  found: SearchResponse,
  verdicts: ReadonlyMap<string, Verdict>,
): SearchResponse => {
  const items = found.items.map((hit) => {
    const verdict = verdicts.get(hit.id)
    return verdict === undefined ? hit : { ...hit, verdict }
  })
  return {
    ...found,
    items,
    judged: judgedInWords([...verdicts.values()], {
      hits: items.length,
      hasMore: found.next_cursor !== null,
    }),
    tokens: countTokens(JSON.stringify(items)),
  }
}
