import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId, type SessionId } from '@teamlore/shared'
import type { LinkType, SessionLink } from '@teamlore/shared/commits'
import {
  type CreateLinkRequest,
  type CreateLinkResponse,
  type LinkList,
  type ListLinksQuery,
  MOST_LINK_COMMITS,
  type RemoveLinkResponse,
} from '@teamlore/shared/links'
import { resolveCommit } from '../commits/resolve-commit.ts'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { resolveId } from '../platform/resolve-id.ts'
import { sessionNotFound } from '../sessions/sessions.errors.ts'
import { linkUnasked, tooManyCommits } from './links.errors.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  ids?: Pick<typeof newId, 'sessionLink'>
}

/** Links of a session, of commits or to a branch, the surest first. Commits that are not here have none. */
export const makeListLinks =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, query: ListLinksQuery): Promise<LinkList> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const { session, commit, branch, min_confidence } = query
      if (session === undefined && commit === undefined && branch === undefined) throw linkUnasked()
      const sessionId = session && (await resolveId(repos.ids, 'session', session, sessionNotFound))
      const items = await repos.linkList.list({
        sessionId,
        target: branch,
        commitIds: commit === undefined ? undefined : await idsOf(repos, commit),
        minConfidence: min_confidence,
      })
      return { items }
    })

const idsOf = async (
  repos: Pick<TeamRepositories, 'commitList'>,
  named: string,
): Promise<string[]> => {
  const texts = [...new Set(named.split(',').filter((text) => text !== ''))]
  if (texts.length > MOST_LINK_COMMITS) throw tooManyCommits()
  const [only] = texts
  if (texts.length === 1 && only !== undefined) {
    const { id, sha } = await resolveCommit(repos, only)
    return only.startsWith('cmt_') ? [id] : repos.commitList.allWith(sha)
  }
  const found = await Promise.all(texts.map((text) => repos.commitList.named(text)))
  return found.flatMap(([one]) => (one === undefined ? [] : [one.id]))
}

type Target = { type: LinkType; target: string; commitId: string | null }

const targetOf = async (
  repos: Pick<TeamRepositories, 'commitList'>,
  { type, target }: Pick<CreateLinkRequest, 'type' | 'target'>,
  project: string | null,
): Promise<Target> => {
  if (type !== 'commit') return { type, target: target.trim(), commitId: null }
  const { id, sha } = await resolveCommit(repos, target, { project })
  return { type, target: sha, commitId: id }
}

const sessionOf = async (
  repos: Pick<TeamRepositories, 'ids' | 'sessionList'>,
  typed: string,
): Promise<{ id: SessionId; title: string; project: string | null }> => {
  const id = await resolveId(repos.ids, 'session', typed, sessionNotFound)
  const found = await repos.sessionList.find(id)
  if (found === undefined) throw sessionNotFound()
  return { id: found.id as SessionId, title: found.title, project: found.project?.id ?? null }
}

/** A person says that a session and a commit, a branch or a pull request belong together. */
export const makeCreateLink =
  ({ unitOfWork, ids = newId }: Deps) =>
  (scope: TeamScope<'member'>, request: CreateLinkRequest): Promise<CreateLinkResponse> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const userId = requirePerson(scope)
      const { project, ...session } = await sessionOf(repos, request.session)
      const target = await targetOf(repos, request, project)
      const find = async (): Promise<SessionLink | undefined> =>
        (await repos.linkList.list({ sessionId: session.id, target: target.target })).find(
          ({ type }) => type === target.type,
        )
      const before = await find()
      if (!request.dry_run)
        await repos.links.confirm({
          ...target,
          id: ids.sessionLink(),
          sessionId: session.id,
          userId,
          reasons: [
            'a person linked them',
            ...(before?.reasons ?? []).filter((one) => one !== 'a person linked them'),
          ],
        })
      return {
        link: request.dry_run ? null : ((await find()) ?? null),
        session,
        target: target.target,
        was_linked: before !== undefined,
      }
    })

/** A person says that they do not. What is inferred later does not bring the link back. */
export const makeRemoveLink =
  ({ unitOfWork, ids = newId }: Deps) =>
  (scope: TeamScope<'member'>, request: CreateLinkRequest): Promise<RemoveLinkResponse> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const userId = requirePerson(scope)
      const { project, ...session } = await sessionOf(repos, request.session)
      const target = await targetOf(repos, request, project)
      const standing = await repos.linkList.list({ sessionId: session.id, target: target.target })
      const removed = standing.filter(({ type }) => type === target.type).length
      if (!request.dry_run)
        await repos.links.reject({
          ...target,
          id: ids.sessionLink(),
          sessionId: session.id,
          userId,
        })
      return { removed, session, target: target.target }
    })
