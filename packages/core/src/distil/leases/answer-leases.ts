import type { HeldLease, TeamRepositories } from '@teamlore/db'
import { createRedactor, type Redactor } from '@teamlore/redaction'
import type {
  AnsweredLeases,
  AnswerLeases,
  DistilQuestionKind,
} from '@teamlore/shared/distil-leases'
import { requirePerson } from '../../identity/teams/require-person.ts'
import type { TeamScope } from '../../identity/teams/team-scope.ts'
import { cleanStrings } from '../../text/clean-strings.ts'
import { type Counting, countCall } from './count-call.ts'
import { goOn } from './go-on.ts'
import type { LeaseDeps } from './lease.types.ts'
import { requireMayDistil } from './may-distil.ts'
import { ASKED } from './questions.ts'

type Given = AnswerLeases['answers'][number]
type Result = AnsweredLeases['results'][number]

/** So often a question is answered with what cannot be used before it is given up. */
const MAX_FAILURES = 3

const result = (
  { lease_id }: Given,
  state: Result['state'],
  more: Partial<Pick<Result, 'question' | 'findings'>> = {},
): Result => ({
  lease_id,
  state,
  question: more.question ?? null,
  findings: more.findings ?? null,
})

/**
 * Takes what a person's coding agent answered, counts what the call cost, and says for each session how it goes on. Answers are
 * checked as a provider's are. Sent twice, nothing happens twice.
 */
export const makeAnswerLeases =
  (deps: LeaseDeps) =>
  async (
    scope: TeamScope<'member'>,
    request: AnswerLeases,
    signal?: AbortSignal,
  ): Promise<AnsweredLeases> => {
    const { unitOfWork } = deps
    const { counted, redactor } = await unitOfWork.inTeam(scope, async (repos) => {
      // A call that was made has cost something, whatever is allowed by now.
      const counted = await countCall(repos, deps, { scope, request })
      return { counted, redactor: createRedactor(await repos.redactionRules.get()) }
    })
    await unitOfWork.inTeam(scope, (repos) => requireMayDistil(repos, scope, request.tool))
    const results: Result[] = []
    for (const given of request.answers) {
      const taken = await unitOfWork.inTeam(scope, (repos) =>
        take(repos, { scope, request, redactor }, given),
      )
      results.push('result' in taken ? taken.result : await after(deps, { scope, signal }, taken))
    }
    return { results, counted }
  }

const after = async (
  deps: LeaseDeps,
  { scope, signal }: { scope: TeamScope<'member'>; signal: AbortSignal | undefined },
  { lease, given, isUsable }: Taken,
): Promise<Result> => {
  const progress = await goOn(deps, scope, lease, signal)
  if (progress.state === 'next')
    return result(given, isUsable ? 'next' : 'malformed', { question: progress.question })
  return result(given, progress.state, { findings: progress.findings })
}

type Taken = { lease: HeldLease; given: Given; isUsable: boolean }
type Taking = Counting & { redactor: Redactor }
type Leases = Pick<TeamRepositories, 'distilLeases' | 'usage'>

/** Keeps an answer, or says what becomes of it. */
const take = async (
  repos: Leases,
  taking: Taking,
  given: Given,
): Promise<Taken | { result: Result }> => {
  const { scope, request } = taking
  const { distilLeases } = repos
  const lease = await distilLeases.lock(given.lease_id, requirePerson(scope))
  if (lease === undefined) return { result: result(given, 'unknown') }
  if (lease.state !== 'leased' || lease.holder !== request.holder)
    return { result: result(given, 'closed') }
  const giveUp = async (state: 'failed' | 'released', reason: string) => {
    await distilLeases.end(lease.id, { state, reason, findings: null })
    return { result: result(given, state) }
  }
  if (given.failure === 'released') return giveUp('released', request.call?.failure ?? 'given-back')
  if (!(await isAllowed(repos, lease))) return giveUp('released', 'forbidden')
  // Another question is open by now: this one was answered before.
  if (lease.questionKey !== given.question_id) return { lease, given, isUsable: true }
  const answer = given.failure === undefined ? usable(taking, given) : undefined
  if (answer !== undefined) {
    await keep(repos, lease, { key: given.question_id, answer: answer.value })
    return { lease, given, isUsable: true }
  }
  await distilLeases.noteAnswer(lease.id, false)
  if (lease.failures + 1 < MAX_FAILURES) return { lease, given, isUsable: false }
  if (given.kind === 'segment') return giveUp('failed', given.failure ?? 'malformed')
  await keep(repos, lease, { key: given.question_id, answer: WITHOUT[given.kind] })
  return { lease, given, isUsable: true }
}

/**
 * What is taken for an answer where there is none. A second look that fails too often keeps nothing from being found: what is there is
 * borne out by its quotes, and stays unread. A pair stays one that nobody was sure of, and keeps no other from being judged.
 */
const WITHOUT: Record<Exclude<DistilQuestionKind, 'segment'>, unknown> = {
  review: { verdicts: [] },
  reader: { verdicts: [] },
  questions: { questions: [] },
  pair: { verdict: 'contradicts', first_quote: '', second_quote: '' },
}

/** Whether no rule is against it, as it stands now. */
const isAllowed = async (
  { distilLeases }: Leases,
  { sessionId, memoryId }: HeldLease,
): Promise<boolean> => {
  if (sessionId !== null) return distilLeases.isSessionAllowed(sessionId)
  return memoryId !== null && (await distilLeases.whatIsDueOf(memoryId)) !== undefined
}

const keep = async (
  { usage, distilLeases }: Leases,
  { id, sessionId }: HeldLease,
  { key, answer }: { key: string; answer: unknown },
): Promise<void> => {
  if (sessionId === null) await distilLeases.keepAnswer(id, key, answer)
  else await usage.keep(key, { sessionId, answer })
  await distilLeases.noteAnswer(id, true)
}

/** The answer in its shape, without secrets and without what no database stores; undefined where it has another one. */
const usable = (
  { redactor }: Taking,
  { kind, answer }: { kind: DistilQuestionKind; answer?: unknown },
): { value: unknown } | undefined => {
  const parsed = ASKED[kind].schema.safeParse(answer)
  return parsed.success ? { value: redactStrings(cleanStrings(parsed.data), redactor) } : undefined
}

const redactStrings = (value: unknown, redactor: Redactor): unknown => {
  if (typeof value === 'string') return redactor.redact(value).text
  if (Array.isArray(value)) return value.map((item) => redactStrings(item, redactor))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, redactStrings(item, redactor)]),
  )
}
