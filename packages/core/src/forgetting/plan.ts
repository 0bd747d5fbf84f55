import type { ForgetTarget, Forgetting, TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { UserId } from '@teamlore/shared'
import type { DeletionKind, ForgetPreview } from '@teamlore/shared/forgetting'
import { FORGOTTEN_KINDS } from '@teamlore/shared/forgetting'
import { grantSystemScope, type TeamScope } from '../identity/teams/team-scope.ts'
import type { Clock } from '../platform/clock.ts'

export type ForgetDeps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }

/** What is to be forgotten, found out and allowed. */
export type Plan = {
  kind: DeletionKind
  subject: string
  ownerId: UserId | null
  forgetting: Forgetting
  /** Hashes of memories that were asked for by themselves. */
  memoryHashes: readonly string[]
  /** Who alone may hear of it at once; null: whoever may hear of its sessions; undefined: nobody needs to. */
  listener: UserId | null | undefined
}

export type Single = Extract<DeletionKind, 'session' | 'message' | 'memory'>

/** All that goes with one thing. */
export const forgettingOf = async (
  { forgetSelection }: Pick<TeamRepositories, 'forgetSelection'>,
  kind: Single,
  { id }: ForgetTarget,
): Promise<Forgetting> => {
  if (kind === 'memory') return { sessions: [], messages: [], memories: [id] }
  const sessions = kind === 'session' ? await forgetSelection.family(id) : []
  const messages = kind === 'message' ? [id] : []
  const memories = await forgetSelection.memoriesRestingOn({ sessions, messages })
  return { sessions, messages, memories }
}

/** Counts in the order in which they are shown; what there is none of is left out. */
export const countsOf = (counts: Partial<Record<(typeof FORGOTTEN_KINDS)[number], number>>) =>
  FORGOTTEN_KINDS.flatMap((kind) => {
    const count = counts[kind] ?? 0
    return count > 0 ? [{ kind, count }] : []
  })

const STAYS = [
  "The tool's own file on the machine stays; delete it there.",
  'What was exported stays: traces, and files of lore export.',
  'Backups of the database keep it for as long as you keep them.',
  'A receipt stays: who asked, when, and how much, with hashes that keep it from coming back.',
] as const

/** What the asker is shown before they decide. Titles are read as they read; all else are numbers. */
export const previewOf = async (
  { unitOfWork }: ForgetDeps,
  scope: TeamScope<'member'>,
  { kind, subject, forgetting }: Plan,
): Promise<ForgetPreview> => {
  const { counts, lost, hours } = await unitOfWork.inTeam(
    grantSystemScope(scope.teamId),
    async ({ forgetCounting, forgettingSettings }) => ({
      counts: await forgetCounting.counts(forgetting),
      lost: await forgetCounting.lostEvidence(forgetting),
      hours: await forgettingSettings.delayHours(),
    }),
  )
  const titles = await unitOfWork.inTeam(scope, ({ sessionSharing }) =>
    sessionSharing.titles(
      forgetting.sessions as Parameters<typeof sessionSharing.titles>[0],
      forgetting.memories,
    ),
  )
  return {
    kind,
    subject,
    goes: countsOf(counts),
    loses_evidence: lost,
    titles,
    stays: [...STAYS],
    delay_hours: hours,
  }
}
