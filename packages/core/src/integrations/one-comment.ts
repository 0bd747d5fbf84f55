import { createHash } from 'node:crypto'
import type { HeldPullRequest, ShownState, UnitOfWork } from '@teamlore/db'
import {
  type CodeHost,
  type HostComment,
  HostError,
  type HostPlace,
} from '@teamlore/shared/code-hosts'
import type { SystemScope } from '../identity/teams/team-scope.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  host: Pick<CodeHost, 'findComments' | 'createComment' | 'updateComment' | 'removeComment'>
  now: () => Date
}

type Wanted = {
  scope: SystemScope
  held: HeldPullRequest
  holder: string
  place: HostPlace
  marker: string
  /** Empty: there is to be none. */
  body: string
  /** What a comment says of which nothing is left. */
  nothingLeft: string
  items: number
  /** What stands in the text, to be written down with where the comment is. */
  state: ShownState
}

/** A host may need as long to show what it has taken. */
const SETTLE_MS = 15_000

const hashOf = (body: string): string => createHash('sha256').update(body).digest('hex')

/** It may be that one is on its way that is not shown yet: making another would make two. */
const settling = (at: Date): HostError =>
  new HostError(
    'limited',
    'A comment was being made when this was interrupted; it is looked for again.',
    {
      retryAt: new Date(at.getTime() + SETTLE_MS),
    },
  )

/** The comment that is there, found by its marker; where there are several, the first stays. */
const findOwn = async (
  { host }: Deps,
  { place, held, marker }: Wanted,
): Promise<HostComment | undefined> => {
  const [first, ...others] = await host.findComments(place, held.number, marker)
  for (const other of others) await host.removeComment(place, held.number, other.id)
  return first
}

const isGone = (error: unknown): boolean => error instanceof HostError && error.failure === 'gone'

/** Writes what is to be said into a comment there is, unless it says so. Where somebody has taken it away, the next push says it again. */
const update = async (
  { unitOfWork, host, now }: Deps,
  { scope, held, place, items, state }: Wanted,
  comment: { id: string; hash: string | null },
  body: string,
): Promise<void> => {
  if (comment.hash === hashOf(body)) return
  try {
    const { id, url } = await host.updateComment(place, held.number, comment.id, body)
    const posted = { ...state, commentId: id, commentUrl: url, commentHash: hashOf(body), items }
    await unitOfWork.inTeam(scope, ({ pullRequests }) =>
      pullRequests.notePosted(held.id, posted, now()),
    )
  } catch (error) {
    if (!isGone(error)) throw error
    await unitOfWork.inTeam(scope, ({ pullRequests }) => pullRequests.forgetComment(held.id))
  }
}

/** A comment that this app made and nobody wrote down: it is ours again, and changed where it says something else. */
const adopt = async (
  deps: Deps,
  wanted: Wanted,
  { id, url, body }: HostComment,
  said: string,
): Promise<void> => {
  const commentHash = hashOf(body.replaceAll('\r\n', '\n'))
  const { scope, held, items, state } = wanted
  await deps.unitOfWork.inTeam(scope, ({ pullRequests }) =>
    pullRequests.notePosted(
      held.id,
      { ...state, commentId: id, commentUrl: url, commentHash, items },
      deps.now(),
    ),
  )
  await update(deps, wanted, { id, hash: commentHash }, said)
}

const create = async ({ unitOfWork, host, now }: Deps, wanted: Wanted): Promise<void> => {
  const { scope, held, holder, place, body, items, state } = wanted
  const { postingSince } = held
  if (postingSince !== null && now().getTime() - postingSince.getTime() < SETTLE_MS)
    throw settling(postingSince)
  const isOurs = await unitOfWork.inTeam(scope, ({ pullRequests }) =>
    pullRequests.notePosting(held.id, holder, now()),
  )
  if (!isOurs) throw settling(now())
  const { id, url } = await host.createComment(place, held.number, body)
  const posted = { ...state, commentId: id, commentUrl: url, commentHash: hashOf(body), items }
  await unitOfWork.inTeam(scope, ({ pullRequests }) =>
    pullRequests.notePosted(held.id, posted, now()),
  )
}

/**
 * Sees to it that one comment says this, whatever happened before: the one that is known is changed; where none is known, it is looked
 * for by its marker; and only where there is none, one is made, which is written down before. Who comes after a kill waits until the
 * host shows what it took.
 */
export const putOneComment = async (deps: Deps, wanted: Wanted): Promise<void> => {
  const { held, body, nothingLeft } = wanted
  const { commentId, commentHash } = held
  const said = body === '' ? nothingLeft : body
  if (commentId !== null) {
    await update(deps, wanted, { id: commentId, hash: commentHash }, said)
    return
  }
  // Nobody looks where nothing was ever said, and nothing is to be.
  if (body === '' && held.postingSince === null) return
  const found = await findOwn(deps, wanted)
  if (found !== undefined) await adopt(deps, wanted, found, said)
  else if (body !== '') await create(deps, wanted)
}
