import { ApiError } from '@teamlore/shared'
import type { AnswerLeases, LeasedSessions } from '@teamlore/shared/distil-leases'
import { MOST_AT_ONCE, type OpenQuestion } from './batches.ts'
import type { DistilDeps, DistilOptions, DistilReport } from './distil.types.ts'

const SEND_WAITS_MS = [1_000, 5_000, 20_000]

type Given = AnswerLeases['answers'][number]
export type HeldLeases = ReturnType<typeof createHeldLeases>

/** What this machine has of the server: questions that are open, and answers on their way back. */
export const createHeldLeases = (
  deps: DistilDeps,
  options: DistilOptions,
  report: DistilReport,
) => {
  const { client, unsent } = deps
  const { tool, holder } = options
  const open: OpenQuestion[] = []
  let instructions: LeasedSessions['instructions'] | undefined
  let taken = 0
  let isEmpty = false
  const memories = new Set<string>()
  const note = notedIn({ open, memories }, report, deps)
  return {
    /** Taken out by whoever asks, and put back where it is to be asked again. */
    open,
    instructionsFor: ({ question }: OpenQuestion) => instructions?.[question.kind],
    /** Takes further sessions or memories, as many as go together with what is open. */
    takeMore: async (): Promise<void> => {
      const wanted = Math.min(MOST_AT_ONCE - open.length, options.limit - taken)
      if (isEmpty || wanted <= 0) return
      const leased = await client.distilLeases.lease({
        tool,
        holder,
        limit: wanted,
        working_on: open.map(({ leaseId }) => leaseId),
        ...(options.memories ? { memories: true } : {}),
        ...(options.since === undefined ? {} : { since: options.since }),
        ...(options.projectId === undefined ? {} : { project_id: options.projectId }),
      })
      instructions = leased.instructions
      isEmpty = leased.leases.length === 0
      taken += leased.leases.length
      for (const { id, memory, question } of leased.leases) {
        if (memory !== null) memories.add(id)
        open.push({ leaseId: id, question, atOnce: MOST_AT_ONCE, memory: memory?.id })
      }
    },
    send: async (
      call: NonNullable<AnswerLeases['call']>,
      answers: Given[],
      asked: readonly OpenQuestion[],
    ): Promise<void> => {
      const request = { tool, holder, call, answers }
      await unsent.keep(request)
      const { results } = await withRetries(deps, () => client.distilLeases.answer(request))
      await unsent.forget()
      for (const [n, result] of results.entries()) note(result, asked[n])
    },
    /** Another machine, or another coding agent, may have what is left. */
    giveBack: async (): Promise<void> => {
      if (open.length === 0) return
      const answers = open.splice(0).map((one) => ({ ...answerOf(one), failure: 'released' }))
      // It runs out by itself where the server cannot be reached.
      await client.distilLeases.answer({ tool, holder, answers }).catch(() => undefined)
    },
    /** What an earlier run was answered and could not send. */
    sendUnsent: async (): Promise<void> => {
      const left = await unsent.read()
      if (left === undefined) return
      await client.distilLeases.answer(left).catch((error: unknown) => {
        // What the server will never take is not offered again.
        if (!(error instanceof ApiError) || mayPass(error)) throw error
      })
      await unsent.forget()
    },
  }
}

type Result = Awaited<ReturnType<DistilDeps['client']['distilLeases']['answer']>>['results'][number]

const notedIn =
  (
    { open, memories }: { open: OpenQuestion[]; memories: ReadonlySet<string> },
    report: DistilReport,
    { onEvent }: Pick<DistilDeps, 'onEvent'>,
  ) =>
  ({ lease_id, state, question, findings }: Result, asked: OpenQuestion | undefined): void => {
    const about = memories.has(lease_id) ? 'memories' : 'sessions'
    if (question !== null) {
      const atOnce = state === 'malformed' ? 1 : (asked?.atOnce ?? MOST_AT_ONCE)
      open.push({ leaseId: lease_id, question, atOnce, memory: asked?.memory })
    } else if (state === 'done') {
      report[about].done++
      report.findings += findings ?? 0
      onEvent({ kind: 'done', about, findings: findings ?? 0 })
    } else if (state === 'failed') {
      report[about].failed++
      onEvent({ kind: 'given up' })
    } else report[about].released++
  }

/** An answer to a question; that there is none counts as one that cannot be used. */
export const answerOf = ({ leaseId, question }: OpenQuestion, answer?: unknown): Given => ({
  lease_id: leaseId,
  question_id: question.id,
  kind: question.kind,
  ...(answer === undefined ? { failure: 'malformed' } : { answer }),
})

const mayPass = ({ status }: ApiError): boolean => status === 0 || status >= 500

const withRetries = async <T>(
  { sleep }: Pick<DistilDeps, 'sleep'>,
  work: () => Promise<T>,
): Promise<T> => {
  for (const waitMs of SEND_WAITS_MS) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError) || !mayPass(error)) throw error
      await sleep(waitMs)
    }
  }
  return work()
}
