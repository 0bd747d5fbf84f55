import { randomUUID } from 'node:crypto'
import type { HeldPullRequest, StoredIntegration, UnitOfWork } from '@teamlore/db'
import {
  type CodeHost,
  type CodeHosts,
  HostError,
  type HostPlace,
  type HostPullRequest,
} from '@teamlore/shared/code-hosts'
import type { PullRequestId } from '@teamlore/shared/ids'
import type { SecretBox } from '../identity/sign-in/secret-box.ts'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import type { Curate } from '../memories/curate.ts'
import type { Remember } from '../memories/remember.ts'
import type { NotePullRequest } from '../outcomes/note-pull-request.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { identityOf } from '../projects/identity-of-url.ts'
import type { makeSearch } from '../search/search.ts'
import { answerCommands } from './commands.ts'
import { appForWork } from './keys.ts'
import { learnFromReview } from './learn-from-review.ts'
import { isForAdmin } from './manage.ts'
import { noteOutcome } from './note-outcome.ts'
import { putOneComment } from './one-comment.ts'
import { putCheck, toShow } from './put-check.ts'
import { readThumbs } from './read-thumbs.ts'
import { nextShown } from './shown-items.ts'
import { makeWhatToSay, type SayDeps } from './what-to-say.ts'
import type { Wording } from './wording.ts'

type Deps = Omit<SayDeps, 'host'> & {
  unitOfWork: Pick<UnitOfWork, 'inTeam' | 'asSystem'>
  remember: Remember
  search: ReturnType<typeof makeSearch>
  notePullRequest: NotePullRequest
  curate: Curate
  hosts: { [Kind in keyof CodeHosts]: CodeHost }
  secretBox: SecretBox | undefined
  wording: Wording
  now?: Clock
}

/** With the host of the pull request that is at hand. */
type HostedDeps = Deps & { host: CodeHost }

/** Longer than all that is asked of a host for one pull request. */
const HOLD_MS = 2 * 60_000
const FIRST_WAIT_MS = 5_000
const MAX_WAIT_MS = 10 * 60_000
/** After the queue has tried all its times. */
const FAILED_MS = 10 * 60_000

/** Somebody else is at it; the queue tries again. */
const isHeld = () => new Error('Somebody else works on this pull request.')

/** When to try again: as it said, else after half the time that it has taken so far. */
const retryAt = ({ retryAt: at }: HostError, askedAt: Date, now: Date): Date =>
  at ??
  new Date(
    now.getTime() +
      Math.min(Math.max((now.getTime() - askedAt.getTime()) / 2, FIRST_WAIT_MS), MAX_WAIT_MS),
  )

type Work = {
  scope: SystemScope
  holder: string
  held: HeldPullRequest
  integration: StoredIntegration
}

const placeOf = (deps: Deps, { held, integration }: Work): HostPlace => ({
  app: appForWork(deps.secretBox, integration),
  installationId: held.installationId,
  fullName: held.fullName,
})

/** What follows from it for what the team believes, where the repository is of a project of theirs. */
const learn = async (
  { unitOfWork, host, notePullRequest, curate, now = systemClock }: HostedDeps,
  { scope, held, integration }: Work,
  { place, pullRequest }: { place: HostPlace; pullRequest: HostPullRequest },
): Promise<void> => {
  const identity = identityOf(pullRequest.repositoryUrl)
  const project =
    identity &&
    (await unitOfWork.inTeam(scope, ({ hostedRepositories }) =>
      hostedRepositories.projectOf(identity),
    ))
  if (!project) return
  const { number, integrationId, repositoryId } = held
  const isOurs = await unitOfWork.inTeam(scope, ({ agentsMdPullRequests }) =>
    agentsMdPullRequests.isOurs(
      { integrationId, repositoryId },
      { number, head: pullRequest.head },
    ),
  )
  // What this server proposes is no work of the team's that may be rejected.
  if (isOurs) return
  const work = { scope, held, integration, place, pullRequest, project }
  await noteOutcome({ unitOfWork, host, notePullRequest, now }, work)
  await learnFromReview({ unitOfWork, host, curate, now }, work)
}

/** What was said on one that is over stays, unless others read it now or some of it was forgotten. */
const stays = (
  { commentId }: Pick<HeldPullRequest, 'commentId'>,
  { visibility }: Pick<HostPullRequest, 'visibility'>,
  isForgotten: boolean,
): boolean => commentId === null || (visibility === 'private' && !isForgotten)

/** The check of one that is over stays, unless what it says was forgotten or nothing may be said there any more. */
const isCheckToBeWritten = (
  { checkCommit }: Pick<HeldPullRequest, 'checkCommit'>,
  { state, head }: Pick<HostPullRequest, 'state' | 'head'>,
  isGone: boolean,
): boolean => state === 'open' || (isGone && checkCommit === head)

const answer = async (deps: HostedDeps, work: Work): Promise<void> => {
  const { unitOfWork, host, wording, now = systemClock } = deps
  const { held, integration } = work
  const place = placeOf(deps, work)
  const pullRequest = await host.pullRequest(place, held.number)
  const isOpen = pullRequest.state === 'open'
  await learn(deps, work, { place, pullRequest })
  const isForgotten = await unitOfWork.inTeam(work.scope, ({ pullRequests }) =>
    pullRequests.showsForgotten(held.shown),
  )
  if (!isOpen && stays(held, pullRequest, isForgotten)) return
  await readThumbs({ unitOfWork, host, now }, { held, integration, place })
  const said = await makeWhatToSay(deps)({
    integration,
    of: held,
    place,
    number: held.number,
    pullRequest,
  })
  const { report, asks } = await toShow(deps, work, said)
  const next = nextShown(
    held,
    { items: report?.items ?? [], checked: said?.checked.items ?? [] },
    now(),
  )
  const { numbers, news } = next
  const { marker } = wording
  const body =
    said === undefined || report === undefined
      ? ''
      : wording.commentOf(report, {
          pages: integration.pagesUrl,
          isPublic: said.isPublic,
          numbers,
          news,
          asks,
        })
  const dismissals = said?.dismissals ?? []
  const { seen, shown, shownBefore, shownAt } = next
  await putOneComment(
    { unitOfWork, host, now },
    {
      ...work,
      place,
      marker,
      body: body === '' ? '' : `${body}\n${marker}\n`,
      nothingLeft: `${wording.nothingLeft}\n\n${marker}\n`,
      items: body === '' ? 0 : (report?.items.length ?? 0),
      state: { seen, shown, shownBefore, shownAt, dismissals },
    },
  )
  const isSame = JSON.stringify([dismissals, seen]) === JSON.stringify([held.dismissals, held.seen])
  if (!isSame)
    await unitOfWork.inTeam(work.scope, ({ pullRequests }) =>
      pullRequests.noteUnshown(held.id, { dismissals, seen }),
    )
  if (isCheckToBeWritten(held, pullRequest, said === undefined || isForgotten))
    await putCheck(deps, work, { place, head: pullRequest.head, said, numbers })
}

const fail = async (
  { unitOfWork, now = systemClock }: Deps,
  { scope, held, holder, integration }: Work,
  error: HostError,
): Promise<void> => {
  const at = now()
  const isLater = error.failure === 'limited' || error.failure === 'unavailable'
  await unitOfWork.inTeam(scope, async ({ pullRequests, hookDeliveries, integrations }) => {
    await pullRequests.giveBack(
      held.id,
      holder,
      isLater
        ? { error: error.message, notBefore: retryAt(error, held.askedAt, at) }
        : { error: error.message, doneAt: held.askedAt },
    )
    if (!isLater)
      await hookDeliveries.settle(integration.id, held.id, {
        until: held.askedAt,
        error: error.message,
      })
    if (isForAdmin(error)) await integrations.noteError(integration.id, error.message, at)
  })
}

/** Something failed here: the queue tries again, and after that the schedule, less and less often. */
const leave = async (
  { unitOfWork, now = systemClock }: Deps,
  { scope, held, holder }: Work,
): Promise<void> => {
  const at = now().getTime()
  const notBefore = new Date(at + Math.max(FAILED_MS, at - held.askedAt.getTime()))
  const error = 'This server failed; the log of its worker says why.'
  await unitOfWork.inTeam(scope, ({ pullRequests }) =>
    pullRequests.giveBack(held.id, holder, { error, notBefore }),
  )
}

/**
 * Pull request → its one comment and its check, as things are now. It may run twice, be killed at any step, and come late: what is
 * there is looked at first, and only one at a time works on it. What the host does not do now is done when it says, or after a while.
 */
export const makeAnswerPullRequest =
  (deps: Deps) =>
  async (
    scope: SystemScope,
    { pullRequestId }: { pullRequestId: PullRequestId },
  ): Promise<void> => {
    const { unitOfWork, now = systemClock } = deps
    const holder = randomUUID()
    const at = now()
    const until = new Date(at.getTime() + HOLD_MS)
    const found = await unitOfWork.inTeam(scope, async ({ pullRequests, integrations }) => {
      const held = await pullRequests.hold(pullRequestId, holder, { now: at, until })
      const integration = held && (await integrations.find(held.integrationId))
      return held && integration ? { held, integration } : await pullRequests.exists(pullRequestId)
    })
    if (found === false) return
    if (found === true) throw isHeld()
    const work: Work = { scope, holder, ...found }
    const hosted = { ...deps, now, host: deps.hosts[found.integration.kind] }
    try {
      // What people say of the comment changes what it shows.
      await answerCommands(hosted, { ...work, place: placeOf(deps, work) })
      await answer(hosted, work)
      await unitOfWork.inTeam(scope, async ({ pullRequests, hookDeliveries, integrations }) => {
        await pullRequests.finish(pullRequestId, holder, work.held.askedAt)
        await hookDeliveries.settle(work.integration.id, pullRequestId, {
          until: work.held.askedAt,
          error: null,
        })
        await integrations.noteAnswer(work.integration.id, now())
      })
    } catch (error) {
      if (error instanceof HostError) return fail(deps, work, error)
      await leave(deps, work)
      throw error
    }
  }

export type AnswerPullRequest = ReturnType<typeof makeAnswerPullRequest>
