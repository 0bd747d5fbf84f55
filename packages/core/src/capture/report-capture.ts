import type { StoredCaptureReport, UnitOfWork } from '@teamlore/db'
import { redactSecrets } from '@teamlore/redaction'
import {
  type CaptureProblem,
  type CaptureReceipt,
  type CaptureReport,
  newId,
} from '@teamlore/shared'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { resolveMachine } from '../machines/resolve-machine.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { cleanStrings } from '../text/clean-strings.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'machine'>
}

/** Keeps what a machine says about its capture, in the place of what it said before. */
export const makeReportCapture =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  (scope: TeamScope<'member'>, report: CaptureReport): Promise<CaptureReceipt> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const moment = now()
      const sender = { userId: requirePerson(scope), actor: scope.actor }
      const { machine: said, sent_at, ...content } = cleanStrings(report)
      const machine = await resolveMachine(repos, sender, said, {
        newMachineId: ids.machine,
        now: moment,
      })
      const sentAt = new Date(sent_at)
      await repos.captureReports.save(
        { machineId: machine.id, sentAt: sentAt.toISOString(), report: withoutSecrets(content) },
        moment,
      )
      return {
        machine_id: machine.id,
        received_at: moment.toISOString(),
        clock_skew_seconds: Math.round((sentAt.getTime() - moment.getTime()) / 1_000),
      }
    })

export type ReportCapture = ReturnType<typeof makeReportCapture>

/** Sentences name files, and a file may be named after anything. */
const withoutSecrets = (report: StoredCaptureReport): StoredCaptureReport => ({
  ...report,
  paused: report.paused === null ? null : redacted(report.paused),
  last_error: redactedProblem(report.last_error),
  tools: report.tools.map((tool) => ({ ...tool, last_error: redactedProblem(tool.last_error) })),
  memory_files: report.memory_files && {
    ...report.memory_files,
    last_error: redactedProblem(report.memory_files.last_error),
  },
})

const redactedProblem = (problem: CaptureProblem | null): CaptureProblem | null =>
  problem && { ...problem, message: redacted(problem.message) }

const redacted = (text: string): string => redactSecrets(text).text.slice(0, 500)
