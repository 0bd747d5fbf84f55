import type { PlaceLink, TeamRepositories } from '@teamlore/db'
import type { ImportedLink, newId, SessionId } from '@teamlore/shared'

type Repositories = Pick<TeamRepositories, 'linking' | 'outbox'>

const HASH = /^[0-9a-f]{7,64}$/
/** What another program linked is evidence, no proof. */
const ELSEWHERE = 0.9
/** Not every program wrote down when it linked. */
const UNDATED = '1970-01-01T00:00:00.000Z'

/**
 * Keeps what another program linked a session with. Links to branches and addresses stand at once; one to a commit once that is
 * here, so commits that are here already are looked at again.
 */
export const writeLinks = async (
  { linking, outbox }: Repositories,
  sessionId: SessionId,
  links: readonly ImportedLink[],
  ids: Pick<typeof newId, 'sessionLink'>,
): Promise<void> => {
  const commits = links.flatMap(({ type, target, linked_at }) => {
    const said = target.toLowerCase()
    return type === 'commit' && HASH.test(said)
      ? [{ kind: 'linked' as const, at: linked_at ?? UNDATED, said }]
      : []
  })
  const places = links.flatMap(({ type, target }): PlaceLink[] =>
    type === 'commit'
      ? []
      : [
          {
            type,
            target,
            relation: 'wrote',
            confidence: ELSEWHERE,
            reasons: ['another program linked them'],
          },
        ],
  )
  await linking.savePlaces(
    sessionId,
    places.map((place) => ({ ...place, id: ids.sessionLink() })),
  )
  if ((await linking.noteGit(sessionId, commits)) === 0) return
  const projectId = await linking.askAgain(sessionId, [])
  if (projectId !== undefined)
    await outbox.add({ type: 'commits.ingested', payload: { project_id: projectId } })
}
