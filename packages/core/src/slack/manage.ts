import type { ListedSlack, StoredSlack, TeamRepositories } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { SlackId } from '@teamlore/shared/ids'
import type { SetSlack, Slack, SlackDelivery, SlackTest } from '@teamlore/shared/slack'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { noSecretKey } from '../integrations/integrations.errors.ts'
import { projectOf } from '../memories/project-of.ts'
import { systemClock } from '../platform/clock.ts'
import { idCursor } from '../platform/cursor.ts'
import type { SlackDeps } from './connect.ts'
import { refusePublicChannel } from './digest-channel.ts'
import { doorOf, openSlackKeys, placeOf } from './keys.ts'
import { shownSlack, slackHookOf } from './shown.ts'
import { slackNotFound } from './slack.errors.ts'

type Scope = TeamScope<'admin'>

export const makeListSlack =
  ({ unitOfWork, slack, secretBox }: SlackDeps) =>
  async (scope: Scope): Promise<{ items: Slack[]; note: string | null }> => {
    const stored = await unitOfWork.inTeam(scope, ({ slackApps }) => slackApps.list())
    return {
      items: stored.map((one) => shownSlack(one, slack)),
      note: secretBox === undefined ? noSecretKey().message : null,
    }
  }

/** A digest is of weeks that began after somebody asked for it. */
const digestSince = (
  { digestChannel, digestSince: since }: Pick<StoredSlack, 'digestChannel' | 'digestSince'>,
  channel: string | null,
  now: Date,
): Date | null => {
  if (channel === null) return null
  return digestChannel === channel ? since : now
}

/** @throws DomainError `slack.not_found`, `slack.channel_public`, `memory.project_unknown` */
export const makeSetSlack =
  ({ unitOfWork, slack, secretBox, now = systemClock }: SlackDeps) =>
  async (scope: Scope, { id, set }: { id: SlackId; set: SetSlack }): Promise<Slack> => {
    const digestChannel = set.digest_channel
    const stored = await unitOfWork.inTeam(scope, ({ slackApps }) => slackApps.find(id))
    if (stored === undefined) throw slackNotFound()
    if (digestChannel !== null)
      await refusePublicChannel({ slack, secretBox }, stored, digestChannel)
    return unitOfWork.inTeam(scope, async (repos) => {
      const { slackApps, audit } = repos
      const before = await slackApps.find(id)
      if (before === undefined) throw slackNotFound()
      const { id: projectId } = await projectOf(repos, set.project ?? undefined)
      await slackApps.set(id, {
        digestChannel,
        digestSince: digestSince(before, digestChannel, now()),
        projectId,
      })
      if (before.digestChannel !== digestChannel || before.projectId !== projectId)
        await audit.add({
          id: newId.event(),
          action: 'slack.set',
          userId: requirePerson(scope),
          subject: id,
          details: {
            name: before.workspaceName,
            digest_channel: digestChannel,
            project: projectId,
          },
        })
      return shownSlack(await listed(slackApps, id), slack)
    })
  }

const listed = async (
  { list }: Pick<TeamRepositories['slackApps'], 'list'>,
  id: SlackId,
): Promise<ListedSlack> => {
  const found = (await list()).find((one) => one.id === id)
  if (found === undefined) throw slackNotFound()
  return found
}

/**
 * Takes the app out of the workspace as far as Slack is reached, and everything of it out of this server. What it said stays at Slack.
 *
 * @throws DomainError `slack.not_found`
 */
export const makeRemoveSlack =
  ({ unitOfWork, slack, secretBox }: SlackDeps) =>
  async (scope: Scope, { id }: { id: SlackId }): Promise<void> => {
    const stored = await unitOfWork.inTeam(scope, ({ slackApps }) => slackApps.find(id))
    if (stored === undefined) throw slackNotFound()
    let hasLeft = stored.state === 'started'
    try {
      if (!hasLeft) {
        const { clientId, clientSecret } = openSlackKeys(secretBox, stored)
        await slack.leave(placeOf(secretBox, stored), { clientId, clientSecret })
      }
      hasLeft = true
    } catch {
      // A workspace that is gone, or keys that open no more, keep nobody from removing it here.
    }
    await unitOfWork.inTeam(scope, async ({ slackApps, audit }) => {
      if (!(await slackApps.remove(id))) return
      await audit.add({
        id: newId.event(),
        action: 'slack.removed',
        userId: requirePerson(scope),
        subject: id,
        details: { host: stored.webUrl, name: stored.workspaceName, left_host: hasLeft },
      })
    })
  }

/** What is wrong with it, in words. @throws DomainError `slack.not_found`, `slack.not_connected` */
export const makeTestSlack =
  ({ unitOfWork, slack, secretBox, now = systemClock }: SlackDeps) =>
  async (scope: Scope, { id }: { id: SlackId }): Promise<SlackTest> => {
    const stored = await unitOfWork.inTeam(scope, ({ slackApps }) => slackApps.find(id))
    if (stored === undefined) throw slackNotFound()
    const findings = await slack.test(
      placeOf(secretBox, stored),
      stored.bySocket
        ? { appToken: doorOf(secretBox, stored).token }
        : { hookUrl: slackHookOf(stored.pagesUrl, id) },
    )
    const wrong = findings.find(({ ok }) => !ok)
    await unitOfWork.inTeam(scope, ({ slackApps }) =>
      wrong === undefined
        ? slackApps.noteAnswer(id, now())
        : slackApps.noteError(id, wrong.text, now()),
    )
    return { ok: wrong === undefined, findings }
  }

const cursor = idCursor('slack deliveries')

/** What Slack sent and what was due, the newest first. @throws DomainError `slack.not_found` */
export const makeListSlackDeliveries =
  ({ unitOfWork }: Pick<SlackDeps, 'unitOfWork'>) =>
  async (
    scope: Scope,
    { id, query }: { id: SlackId; query: { limit: number; cursor?: string | undefined } },
  ): Promise<{ items: SlackDelivery[]; next_cursor: string | null }> => {
    const { limit } = query
    const before = cursor.decode(query.cursor)?.id
    const found = await unitOfWork.inTeam(scope, async ({ slackApps, slackAsks }) => {
      if ((await slackApps.find(id)) === undefined) throw slackNotFound()
      return slackAsks.list(id, { limit: limit + 1, before })
    })
    const items = found.slice(0, limit)
    const last = items.at(-1)
    return {
      items,
      next_cursor: found.length > limit && last ? cursor.encode({ id: last.id }) : null,
    }
  }
