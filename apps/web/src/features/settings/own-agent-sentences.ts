import type { DistilTool, LeaseStatus } from '@teamlore/shared/distil-leases'
import { plural } from '@teamlore/shared/plural'

export const AGENT_NAMES: Record<DistilTool, string> = {
  claude: 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  opencode: 'OpenCode',
  copilot: 'Copilot CLI',
}

/** How things stand for who looks, in one sentence. */
export const ownAgentsState = ({ allowed, due, leases }: LeaseStatus): string => {
  if (!allowed) return 'Sessions of this team are not distilled by people’s own coding agents.'
  const held = leases.filter(({ state, memory }) => state === 'leased' && memory === null).length
  return `${sessionsState(held, due)}${memoriesState(due)}`
}

const sessionsState = (held: number, { sessions }: Pick<LeaseStatus['due'], 'sessions'>) => {
  if (held > 0)
    return `${plural(held, 'session')} at work, ${plural(sessions, 'session')} of yours left.`
  if (sessions === 0) return 'All of your sessions that are quiet are distilled.'
  return `${plural(sessions, 'session')} of yours could be distilled.`
}

const memoriesState = ({ memories }: Pick<LeaseStatus['due'], 'memories'>): string =>
  memories === 0 ? '' : ` ${plural(memories, 'memory', 'memories')} could be asked about.`

const REASONS: Record<string, string> = {
  expired: 'no answer came in time',
  grown: 'it has changed meanwhile, and is taken again',
  forbidden: 'a rule was against it',
  malformed: 'the answers could not be used',
  'rate-limited': 'the coding agent came to its limit',
  'given-back': 'the machine stopped',
}

/** What became of one session or memory. */
export const leaseSentence = ({
  state,
  tool,
  findings,
  answered,
  reason,
  memory,
}: Pick<
  LeaseStatus['leases'][number],
  'state' | 'tool' | 'findings' | 'answered' | 'reason' | 'memory'
>): string => {
  const by = AGENT_NAMES[tool]
  const why = reason === null ? '' : `: ${REASONS[reason] ?? reason}`
  if (memory !== null && state === 'done')
    return `asked about by ${by}, ${plural(answered, 'answer')}`
  if (memory !== null && state === 'leased')
    return `being asked about by ${by}, ${plural(answered, 'answer')} so far`
  if (state === 'done') return `distilled by ${by}, ${plural(findings ?? 0, 'finding')}`
  if (state === 'leased') return `being distilled by ${by}, ${plural(answered, 'answer')} so far`
  if (state === 'failed') return `given up for a day by ${by}${why}`
  return `given back by ${by}${why}`
}

/** Whether a rule forbids it; without a rule it is allowed. */
export const isRuledOut = (
  { rules }: Pick<LeaseStatus, 'rules'>,
  kind: LeaseStatus['rules'][number]['kind'],
  subject: string,
): boolean => rules.some((rule) => rule.kind === kind && rule.subject === subject && !rule.allowed)
