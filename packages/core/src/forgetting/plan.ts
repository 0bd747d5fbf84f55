import type { ForgetTarget, Forgetting, Member, TeamRepositories, UnitOfWork } from '@teamlore/db'
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
  /** Who is erased, where it is asked of a person. */
  person?: PersonToErase
}

export type PersonToErase = { id: UserId; name: string; member: Member | undefined }

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
  'What was exported stays: traces, files of lore export, and lines of AGENTS.md until they are exported again.',
  'What was sent stays: messages in Slack, mails, webhooks, earlier versions of a comment on a pull request, and titles of sessions in it until it is written again.',
  'Backups of the database keep it for as long as you keep them.',
  'A receipt stays: who asked, when, and how much, with hashes that keep it from coming back.',
] as const

const PERSON_STAYS = [
  'Their id stays, with what they did by it: audit events keep hashes of names and addresses that nobody can look up any more.',
  'What others wrote of them stays, and memories that rest on sessions of others, too.',
  'Where they are in another team of this server, their name, address and sign-in stay there.',
] as const

/** How much goes of what a plan says, in the order in which it is shown. */
export const amountsOf = async (
  { forgetCounting, personSelection }: TeamRepositories,
  { forgetting, person }: Pick<Plan, 'forgetting' | 'person'>,
) => ({
  ...(await forgetCounting.counts(forgetting)),
  ...(person && (await personSelection.countsOf(person.id))),
})

/** Whether a legal hold keeps any of it. */
export const isKept = (
  { legalHolds }: Pick<TeamRepositories, 'legalHolds'>,
  { kind, subject, forgetting }: Pick<Plan, 'kind' | 'subject' | 'forgetting'>,
): Promise<boolean> =>
  legalHolds.keeps(forgetting, kind === 'person' || kind === 'project' ? subject : null)

/** What the asker is shown before they decide. Titles are read as they read; all else are numbers. */
export const previewOf = async (
  { unitOfWork }: ForgetDeps,
  scope: TeamScope<'member'>,
  plan: Plan,
): Promise<ForgetPreview> => {
  const { kind, subject, forgetting, person } = plan
  const { counts, lost, hours, isHeld } = await unitOfWork.inTeam(
    grantSystemScope(scope.teamId),
    async (repos) => ({
      counts: await amountsOf(repos, plan),
      lost: await repos.forgetCounting.lostEvidence(forgetting),
      hours: await repos.forgettingSettings.delayHours(),
      isHeld: await isKept(repos, plan),
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
    stays: person === undefined ? [...STAYS] : [...STAYS, ...PERSON_STAYS],
    delay_hours: hours,
    is_held: isHeld,
  }
}
