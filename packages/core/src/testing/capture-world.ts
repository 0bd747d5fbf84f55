import type { Engine } from '@teamlore/db'
import type { CaptureReport, CaptureToolReport } from '@teamlore/shared'
import { makeGetCapture } from '../capture/get-capture.ts'
import { makeReportCapture } from '../capture/report-capture.ts'
import { grantTeamScope } from '../identity/teams/team-scope.ts'
import { buildRequest } from './ingest-builders.ts'
import { createIngestWorld } from './ingest-world.ts'

const toolReport = (fields: Partial<CaptureToolReport> = {}): CaptureToolReport => ({
  tool: 'claude-code',
  label: 'Claude Code',
  files: 1,
  sessions: 1,
  messages: 4,
  prompts: 1,
  sent: 4,
  acknowledged: 4,
  spooled: 0,
  quarantined: 0,
  left_out: 0,
  bad_lines: 0,
  oldest_unsent_at: null,
  last_success_at: null,
  last_error: null,
  ...fields,
})

/** A team whose one machine sends and reports, with a clock of its own. */
export const createCaptureWorld = async (engine: Engine) => {
  const world = await createIngestWorld(engine)
  const clock = { now: new Date() }
  const now = () => clock.now
  const deps = { unitOfWork: world.team.unitOfWork, now }
  const report = makeReportCapture(deps)
  const get = makeGetCapture({ ...deps, keepMs: 0, silentHours: 72, serverVersion: '0.1.0' })
  const admin = await world.team.addMember('admin', 'Ada')
  const adminScope = grantTeamScope({ ...admin, actor: { kind: 'user', via: 'browser' } }, 'viewer')
  const reportOf = (
    fields: Partial<CaptureReport> = {},
    ...tools: Partial<CaptureToolReport>[]
  ): CaptureReport => ({
    machine: { ...buildRequest().machine, agent_version: '0.1.2' },
    sent_at: clock.now.toISOString(),
    watching: true,
    since: clock.now.toISOString(),
    spool: { batches: 0, bytes: 0, limit_bytes: 1_000, oldest_at: null },
    rejected: { batches: 0, bytes: 0 },
    paused: null,
    tools_off: [],
    last_success_at: null,
    last_error: null,
    tools: (tools.length === 0 ? [{}] : tools).map(toolReport),
    memory_files: null,
    ...fields,
  })
  return {
    ...world,
    clock,
    adminScope,
    report: (fields?: Partial<CaptureReport>, ...tools: Partial<CaptureToolReport>[]) =>
      report(world.scope, reportOf(fields, ...tools)),
    look: () => get(world.scope, {}),
    get,
    codes: async () => (await get(world.scope, {})).alarms.map(({ code }) => code),
  }
}
