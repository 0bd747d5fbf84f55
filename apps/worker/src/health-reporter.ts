import { grantSystemScope, knowsModel, type MarkDistilFailed } from '@teamlore/core'
import type { UnitOfWork } from '@teamlore/db'
import type { DeadJob, JobEvent, QueueHealth, QueueLog } from '@teamlore/queue'
import { sessionIdSchema, teamIdSchema } from '@teamlore/shared'
import { z } from 'zod'
import type { WorkerLiveness } from './liveness.ts'
import { startPulse } from './pulse.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'asSystem'>
  queueHealth: Pick<QueueHealth, 'counts' | 'listDead'>
  markDistilFailed: MarkDistilFailed
  liveness: WorkerLiveness
  /** The space documents are embedded into; null when embedding is switched off. */
  space: { id: string; dimensions: number } | null
  workerId: string
  startedAt: Date
  log: QueueLog
  explain: (error: unknown) => string
}

const EVERY_MS = 5_000
const MAX_DEAD = 500
const OFF = 'Embedding is switched off (EMBEDDING_PROVIDER=none): search works by words alone.'

const BY_FORM =
  'The rules that choose findings do not know this embedding model, so they go by form alone, without what sentences mean.'

const distilPayload = z.object({ team_id: teamIdSchema, session_id: sessionIdSchema })

const textsOf = (payload: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, String(value)]))

const reportedOf = ({ id, name, payload, attempts, reason, failedAt }: DeadJob) => ({
  id,
  name,
  payload: textsOf(payload),
  attempts,
  reason,
  failed_at: failedAt.toISOString(),
})

const noteOn = (space: Deps['space']): string | null => {
  if (space === null) return OFF
  return knowsModel(space) ? null : BY_FORM
}

/**
 * Writes every few seconds what the queue looks like, for the API to show. A session whose distilling was given up,
 * also by taking its process down, is marked so here.
 */
export const startHealthReporter = (deps: Deps) => {
  const { unitOfWork, queueHealth, liveness, space, workerId, startedAt, log, explain } = deps
  const marked = new Set<string>()
  const usualNote = noteOn(space)
  let embeddingNote = usualNote
  if (usualNote === BY_FORM) log.warn({ space: space?.id }, BY_FORM)

  const markFailed = async ({ id, name, payload, failedAt }: DeadJob) => {
    if (name !== 'distil-session' || marked.has(`${id} ${failedAt.getTime()}`)) return
    const parsed = distilPayload.safeParse(payload)
    if (parsed.success) {
      const { team_id, session_id } = parsed.data
      await deps.markDistilFailed(grantSystemScope(team_id), { sessionId: session_id, failedAt })
    }
    marked.add(`${id} ${failedAt.getTime()}`)
  }

  const report = async () => {
    const counts = await queueHealth.counts()
    const dead = await queueHealth.listDead({ limit: MAX_DEAD })
    // The queue keeps only the last of the completed ones, so it cannot say how many there were.
    const jobs = Object.entries(counts).map(([name, { waiting, active, delayed, failed }]) => ({
      name,
      waiting,
      active,
      delayed,
      dead: failed,
    }))
    await unitOfWork.asSystem(({ workerReports }) =>
      workerReports.save({
        workerId,
        startedAt,
        jobs,
        dead: dead.map(reportedOf),
        embedding: { space: space?.id ?? null, note: embeddingNote },
      }),
    )
    liveness.reported(counts)
    for (const job of dead) await markFailed(job)
  }

  const pulse = startPulse({
    everyMs: EVERY_MS,
    beat: report,
    onError: (error) =>
      log.warn({ reason: explain(error) }, 'the state of the queue could not be reported'),
  })

  return {
    /** Job events show how embedding goes, and that something is being done. */
    onEvent: ({ type, job, reason }: JobEvent) => {
      liveness.worked()
      if (job === 'embed-documents' && space !== null)
        embeddingNote =
          type === 'completed' ? usualNote : `Embedding failed: ${reason ?? 'no reason'}`
      if (type === 'dead') pulse.wake()
    },
    /** Takes the report back, so that nobody waits for a worker that has left. */
    close: async () => {
      await pulse.close()
      await unitOfWork.asSystem(({ workerReports }) => workerReports.remove(workerId))
    },
  }
}
