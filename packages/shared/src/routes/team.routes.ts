import {
  machinePageSchema,
  machineSchema,
  meSchema,
  registerMachineRequestSchema,
  registerMachineResponseSchema,
  statsSchema,
} from '../contracts/admin.contract.ts'
import {
  captureOverviewSchema,
  captureQuerySchema,
  captureReceiptSchema,
  captureReportSchema,
} from '../contracts/capture.contract.ts'
import { pageQuerySchema } from '../contracts/common.contract.ts'
import { renameMeSchema, switchTeamSchema } from '../contracts/people.contract.ts'
import {
  redactionRulesSchema,
  setRedactionRulesSchema,
} from '../contracts/redaction-rules.contract.ts'
import { reportExportSchema } from '../own-data/report-export.contract.ts'
import { needed } from '../roles/roles.ts'
import { route } from './route.ts'

export const teamRoutes = {
  me: route({
    method: 'GET',
    path: '/v1/me',
    id: 'getMe',
    needs: 'viewer',
    tag: 'Team',
    docs: 'team, person, role, machine of the caller',
    summary: 'Who am I',
    description: 'The team, person, role and machine that the key or the browser stands for.',
    answer: meSchema,
  }),
  renameMe: route({
    method: 'PUT',
    path: '/v1/me',
    id: 'renameMe',
    needs: needed('self.manage'),
    tag: 'Team',
    docs: "set one's own `name`",
    summary: 'Name yourself',
    description: 'How others see you, in all of your teams.',
    body: renameMeSchema,
    status: 204,
  }),
  exportMine: route({
    method: 'GET',
    path: '/v1/me/export',
    id: 'exportMine',
    needs: needed('self.manage'),
    tag: 'Team',
    wire: 'stream',
    docs: "everything that is one's own in the team, as lines of JSON; the last line counts the others",
    summary: 'Export what is yours',
    description: [
      'Lines of JSON (`application/x-ndjson`), each with a `type`: `about` who you are, then each `session` of yours followed by its',
      '`message`s, whole, and its `edit`s, then each `memory` that you wrote; a `project` before what first names it. The last line is',
      '`end` with counts: a file without it is not whole. Kept in the audit log. `lore export --mine` writes the same as files, in',
      'Markdown as well. `lore import --from teamlore` brings such a file to another team.',
    ].join(' '),
  }),
  reportExport: route({
    method: 'POST',
    path: '/v1/exports',
    id: 'reportExport',
    needs: 'viewer',
    tag: 'Team',
    docs: 'says, before they are read, that sessions, a project, everything of one’s own or traces are written into files: it becomes an audit event',
    summary: 'Report an export',
    description:
      'What `lore export` and `lore restore` ask first. `what` is exported: `sessions`, a `project`, `own_data`, `agent_traces` or a `restored_session`. The counts are what the client says; the server checks that the reader may see what is named.',
    body: reportExportSchema,
    limit: 'export',
    status: 204,
    failures: [404, 422],
  }),
  switchTeam: route({
    method: 'POST',
    path: '/v1/me/team',
    id: 'switchTeam',
    needs: needed('self.manage'),
    tag: 'Team',
    docs: "go to another of one's teams: `team`, one of `teams` in GET /v1/me; browsers only",
    summary: 'Go to another team',
    description:
      'From here on the browser asks in that team and in no other. A key belongs to one team; use one of the other team.',
    body: switchTeamSchema,
    status: 204,
    failures: [404, 409],
  }),
  stats: route({
    method: 'GET',
    path: '/v1/stats',
    id: 'getStats',
    needs: 'viewer',
    tag: 'Team',
    docs: 'how much there is',
    summary: 'Figures of the team',
    description: 'How much of everything there is that you may see.',
    answer: statsSchema,
  }),
} as const

export const machineRoutes = {
  list: route({
    method: 'GET',
    path: '/v1/machines',
    id: 'listMachines',
    needs: 'viewer',
    tag: 'Team',
    docs: 'machines',
    summary: 'List machines',
    description: 'Machines whose agent sends sessions to this team.',
    query: pageQuerySchema,
    answer: machinePageSchema,
    failures: [422],
  }),
  register: route({
    method: 'POST',
    path: '/v1/machines',
    id: 'registerMachine',
    needs: 'member',
    tag: 'Team',
    docs: "exchange the caller's key for one of this machine's own",
    summary: 'Register a machine',
    description:
      "Exchanges the caller's key for one of this machine's own, which can be revoked alone. It is shown once.",
    body: registerMachineRequestSchema,
    answer: registerMachineResponseSchema,
    status: 201,
  }),
} as const

export const redactionRuleRoutes = {
  get: route({
    method: 'GET',
    path: '/v1/redaction-rules',
    id: 'getRedactionRules',
    needs: 'viewer',
    tag: 'Team',
    docs: 'patterns the team takes for secrets beside those of every installation',
    summary: 'What the team takes for a secret',
    description:
      'Patterns the team added to those of every installation, and texts that are no secrets. Machines ask before they send.',
    answer: redactionRulesSchema,
  }),
  set: route({
    method: 'PUT',
    path: '/v1/redaction-rules',
    id: 'setRedactionRules',
    needs: 'admin',
    tag: 'Team',
    docs: 'set `rules`, `allow` (texts that are no secrets) or both: what is not named stays as it is, `[]` empties it; a pattern that could run away is refused',
    summary: 'Set what the team takes for a secret',
    description:
      'Puts `rules`, `allow` or both in the place of those before; what is not named stays as it is. One that could take too long over a text made for it is refused.',
    body: setRedactionRulesSchema,
    answer: redactionRulesSchema,
    failures: [422],
  }),
} as const

/** A report names each tool once, with a few figures and at most two sentences. */
const MAX_REPORT_BYTES = 256 * 1024

export const captureRoutes = {
  get: route({
    method: 'GET',
    path: '/v1/capture',
    id: 'getCapture',
    needs: 'viewer',
    tag: 'Team',
    docs: 'what each machine has seen beside what is held and found of it, with alarms; members see their own machines, admins all',
    summary: 'How capture is doing',
    description:
      'What each machine has seen of each tool beside what the server holds and finds of it, with an alarm for each difference. Members see their own machines, admins all.',
    query: captureQuerySchema,
    answer: captureOverviewSchema,
  }),
  report: route({
    method: 'PUT',
    path: '/v1/capture',
    id: 'reportCapture',
    needs: 'member',
    tag: 'Team',
    docs: 'what a machine says about its capture, in the place of what it said before',
    summary: 'Report how capture is doing on a machine',
    description:
      'Takes the place of what the machine said before. Agents send it after an import and every minute while they watch.',
    body: captureReportSchema,
    answer: captureReceiptSchema,
    bodyLimit: MAX_REPORT_BYTES,
    limit: 'report',
    failures: [403],
  }),
} as const

/** Names of these schemas in the OpenAPI document. */
export const teamComponents = {
  Machine: machineSchema,
  MachinePage: machinePageSchema,
  Me: meSchema,
  RegisteredMachine: registerMachineResponseSchema,
  RegisterMachine: registerMachineRequestSchema,
  Stats: statsSchema,
} as const
