import type { StoredSession, TeamRepositories } from '@teamlore/db'
import type { SessionOwner, Whereabouts } from './ingest.types.ts'
import type { ArrivedSession } from './prepare-session.ts'

type Repositories = Pick<TeamRepositories, 'sessions'>

/**
 * The session as it stands, so that it is one session however it came. A file handed in is matched with what any machine of
 * its owner has sent. What a machine sends is matched with what its owner handed in before: the session moves to the machine
 * then, and into the project that the machine knows it to be of.
 */
export const findStanding = async (
  repos: Repositories,
  arrived: ArrivedSession,
  owner: SessionOwner,
  whereabouts: Whereabouts,
): Promise<StoredSession | undefined> => {
  const found = await findAnywhere(repos, arrived, owner, whereabouts)
  if (found === undefined || !whereabouts.hides || found.privateTo !== null) return found
  await repos.sessions.makePrivate(found.id, owner.userId)
  return repos.sessions.findById(found.id)
}

const findAnywhere = async (
  { sessions }: Repositories,
  { tool, nativeId, fields }: ArrivedSession,
  { machineId, userId }: SessionOwner,
  { isUploaded, uploads }: Whereabouts,
): Promise<StoredSession | undefined> => {
  if (isUploaded) return sessions.findOfUser(userId, { tool, nativeId })
  const own = await sessions.find({ machineId, tool, nativeId })
  if (own !== undefined || uploads === undefined) return own
  const uploaded = await sessions.find({ machineId: uploads, tool, nativeId })
  if (uploaded === undefined) return undefined
  await sessions.moveTo(uploaded.id, machineId, { forgetsProject: fields.projectId !== null })
  return sessions.findById(uploaded.id)
}
