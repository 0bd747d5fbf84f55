import type { Draws, SharedKind, StoredSession, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId, type SessionId, type UserId } from '@teamlore/shared'
import type { SharePreview } from '@teamlore/shared/share'
import { requirePerson } from '../identity/teams/require-person.ts'
import { forCapture, type TeamScope } from '../identity/teams/team-scope.ts'
import { resolveId } from '../platform/resolve-id.ts'
import { changeReaders } from './change-readers.ts'
import {
  sessionDrawnOn,
  sessionNotFound,
  sessionNotYours,
  sessionProjectClosed,
} from './sessions.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; ids?: Pick<typeof newId, 'event'> }
type Typed = { id: string }

/** A session of the asker with all that changes its visibility with it. */
type Family = { session: StoredSession; sessions: SessionId[]; memories: string[] }

const findFamily = async (
  repos: TeamRepositories,
  scope: TeamScope,
  { id }: Typed,
): Promise<Family> => {
  const userId = requirePerson(scope)
  const whole = await resolveId(repos.ids, 'session', id, sessionNotFound)
  const session = await repos.sessions.findById(whole as SessionId)
  if (session === undefined) throw sessionNotFound()
  if (session.userId !== userId) throw sessionNotYours()
  const sessions = await repos.sessionSharing.family(session.id)
  return { session, sessions, memories: await repos.sessionSharing.memoriesOf(sessions) }
}

const KINDS: readonly SharedKind[] = [
  ...([
    'sessions',
    'messages',
    'prompts',
    'edits',
    'observations',
    'summaries',
    'memories',
  ] as const),
]

const people = (n: number, one: string, many: string): string => (n === 1 ? one : `${n} ${many}`)

/** Why it stays with the team, if it does. */
const reasonOf = ({ readers, links, memories, isUnknown }: Draws): string | null => {
  const reasons = [
    readers > 0 && `${people(readers, 'one other member', 'other members')} opened it`,
    links > 0 && 'somebody else linked it',
    memories > 0 &&
      `${people(memories, 'a memory of the team rests', 'memories of the team rest')} on it`,
    isUnknown && 'it came in before it was noted who opens a session',
  ].filter((reason) => reason !== false)
  return reasons.length === 0 ? null : `It stays with the team: ${reasons.join(', and ')}.`
}

const refusalOf = async (
  repos: TeamRepositories,
  { session, sessions, memories }: Family,
): Promise<string | null> => {
  if (session.privateTo !== null)
    return (await isClosed(repos, session)) ? sessionProjectClosed().message : null
  return reasonOf(await repos.sessionSharing.draws(sessions, memories))
}

/** Whether its project is one that its own author does not see. */
const isClosed = async ({ team }: TeamRepositories, session: StoredSession): Promise<boolean> => {
  if (session.projectId === null) return false
  const project = await team.project(session.projectId)
  return project === undefined || project.is_closed_to_you
}

const preview = async (repos: TeamRepositories, family: Family): Promise<SharePreview> => {
  const { session, sessions, memories } = family
  const counts = await repos.sessionSharing.counts(sessions, memories)
  const project =
    session.projectId === null ? undefined : await repos.team.project(session.projectId)
  return {
    session: {
      id: session.id,
      title: session.title ?? '',
      visibility: session.privateTo === null ? 'team' : 'private',
    },
    becomes: session.privateTo === null ? 'private' : 'team',
    readers: { project: project?.is_restricted === true ? project.name : null },
    refused: await refusalOf(repos, family),
    counts: KINDS.flatMap((kind) => (counts[kind] > 0 ? [{ kind, count: counts[kind] }] : [])),
    titles: await repos.sessionSharing.titles(sessions, memories),
  }
}

/** What would go along, and whether anything stands against it. Changes nothing. */
export const makePreviewShare =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope<'member'>, typed: Typed): Promise<SharePreview> =>
    unitOfWork.inTeam(scope, async (repos) => preview(repos, await findFamily(repos, scope, typed)))

/** The family with nobody writing any of it: whoever starts a session of it at this moment finds it as it is afterwards. */
const holdFamily = async (
  repos: TeamRepositories,
  scope: TeamScope,
  typed: Typed,
): Promise<Family> => {
  let family = await findFamily(repos, scope, typed)
  for (;;) {
    await repos.sessionSharing.hold(family.sessions)
    const held = await findFamily(repos, scope, typed)
    if (held.sessions.length <= family.sessions.length) return held
    family = held
  }
}

const change = (
  repos: TeamRepositories,
  { session, sessions, memories }: Family,
  privateTo: UserId | null,
): Promise<void> => changeReaders(repos, { owner: session.userId, sessions, memories }, privateTo)

/**
 * Lets the team read a private session with all that came of it. Where its project is restricted, that is its members.
 *
 * @throws DomainError `session.not_found`, `session.not_yours`, `session.project_closed`.
 */
export const makeShareSession =
  ({ unitOfWork, ids = newId }: Deps) =>
  (scope: TeamScope<'member'>, typed: Typed): Promise<SharePreview> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const family = await holdFamily(repos, scope, typed)
      if (family.session.privateTo !== null) {
        if (await isClosed(repos, family.session)) throw sessionProjectClosed()
        await change(repos, family, null)
        await repos.audit.add({
          id: ids.event(),
          action: 'session.shared',
          userId: family.session.userId,
          subject: family.session.id,
          details: { sessions: family.sessions.length, memories: family.memories.length },
        })
      }
      return preview(repos, await findFamily(repos, scope, typed))
    })

/**
 * Makes it private again, as long as nobody else has drawn on it: opened it or was given of it, linked it, or has a memory that
 * rests on it. What only stood in a list is not drawn on.
 *
 * @throws DomainError `session.not_found`, `session.not_yours`, `session.drawn_on`.
 */
export const makeUnshareSession =
  ({ unitOfWork, ids = newId }: Deps) =>
  async (scope: TeamScope<'member'>, typed: Typed): Promise<SharePreview> => {
    const before = await unitOfWork.inTeam(scope, async (repos) =>
      preview(repos, await findFamily(repos, scope, typed)),
    )
    // Hiding is open to a credential that may not see what is hidden; it is answered with what it could see until then.
    const after = await unitOfWork.inTeam(forCapture(scope), async (repos) => {
      const family = await holdFamily(repos, scope, { id: before.session.id })
      if (family.session.privateTo === null) {
        const refused = await refusalOf(repos, family)
        if (refused !== null) throw sessionDrawnOn({ message: refused })
        await change(repos, family, family.session.userId)
        await repos.audit.add({
          id: ids.event(),
          action: 'session.unshared',
          userId: family.session.userId,
          subject: family.session.id,
          details: {
            sessions: family.sessions.length,
            memories: family.memories.length,
            ...(scope.given && { given_by: scope.given.by }),
          },
        })
      }
      return preview(repos, await findFamily(repos, scope, typed))
    })
    if (scope.given === null) return after
    const { session, becomes, refused } = after
    const { visibility } = session
    return { ...before, session: { ...before.session, visibility }, becomes, refused }
  }
