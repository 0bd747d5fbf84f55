import type { FoundWorkerReport, UnitOfWork } from '@teamlore/db'
import type { JobHealth } from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'

type Deps = { unitOfWork: UnitOfWork }

/** Workers report every few seconds; one that is silent for so long is taken for gone. */
export const WORKER_SILENT_SECONDS = 30

const NO_WORKER =
  'No worker has reported yet, so nothing is distilled or embedded. Start one: it is part of `npm start`, and the service `worker` elsewhere.'

const noteOf = (report: FoundWorkerReport | undefined): string | null => {
  if (report === undefined) return NO_WORKER
  if (report.ageSeconds <= WORKER_SILENT_SECONDS) return null
  return `No worker has reported since ${report.reportedAt}. Counts are from then, and nothing is distilled or embedded until one runs again.`
}

const SUBJECTS = ['session_id', 'memory_file_id', 'project_id'] as const

/**
 * The newest report and the dead jobs of it that the asker may know of: those of their team, but for what is private to
 * somebody else. Neither its id nor the words of the failure are for them.
 */
export const findDeadJobs = (
  unitOfWork: Pick<UnitOfWork, 'asSystem'>,
  scope: Pick<TeamScope, 'teamId' | 'userId' | 'given'>,
): Promise<{ report: FoundWorkerReport | undefined; dead: JobHealth['dead'] }> =>
  unitOfWork.asSystem(async ({ workerReports }) => {
    const report = await workerReports.latest()
    const ofTeam = (report?.dead ?? []).filter(({ payload }) => payload['team_id'] === scope.teamId)
    const subjectsOf = ({ payload }: { payload: Record<string, string> }) =>
      SUBJECTS.flatMap((name) => payload[name] ?? [])
    const hidden = await workerReports.hiddenFrom(scope, ofTeam.flatMap(subjectsOf))
    const dead = ofTeam.filter((job) => !subjectsOf(job).some((id) => hidden.has(id)))
    return { report, dead }
  })

/** How the background work stands: what waits, what failed permanently, and whether anybody is at work at all. */
export const makeGetJobHealth =
  ({ unitOfWork }: Deps) =>
  async (scope: TeamScope): Promise<JobHealth> => {
    const { report, dead } = await findDeadJobs(unitOfWork, scope)
    const space = report?.embedding.space ?? null
    const { backlog, progress } = await unitOfWork.inTeam(scope, async ({ jobHealth }) => ({
      backlog: await jobHealth.backlog(),
      progress: await jobHealth.progress(space),
    }))
    const note = noteOf(report)
    // A worker that embeds nothing has nothing of it to do. What waited while none reports is still to be done, as far as anybody knows.
    const isSwitchedOff = note === null && report?.embedding.space === null
    // After a change of model documents are queued a portion at a time: what has no vector waits, queued or not.
    const unembedded = Math.max(
      backlog.queued_documents,
      space === null ? 0 : progress.documents - progress.embedded,
    )
    return {
      outbox: backlog.outbox,
      jobs: report?.jobs ?? [],
      dead,
      backlog: {
        sessions_to_distil: progress.sessions - progress.distilled - progress.not_distilled,
        documents_to_embed: isSwitchedOff ? 0 : unembedded,
      },
      progress,
      embedding: {
        space,
        note: note ?? report?.embedding.note ?? null,
      },
      worker: { reported_at: report?.reportedAt ?? null, note },
    }
  }

export type GetJobHealth = ReturnType<typeof makeGetJobHealth>
