import type { StoredSlack, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId, type UserId } from '@teamlore/shared'
import type { SlackId } from '@teamlore/shared/ids'
import type {
  FinishSlack,
  KeptSlackKeys,
  Slack,
  SlackKeys,
  StartedSlack,
  StartSlack,
} from '@teamlore/shared/slack'
import type { SlackHost, SlackInstall } from '@teamlore/shared/slack-host'
import type { SecretBox } from '../identity/sign-in/secret-box.ts'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import {
  answerUnknown,
  hostFailure,
  hostPrivate,
  noSecretKey,
} from '../integrations/integrations.errors.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { answerHashOf, newAnswerState, readAnswerState } from './answer-state.ts'
import { openSlackKeys, type SlackAppKeys, sealSlackKeys, tokenOf } from './keys.ts'
import { shownSlack, slackHookOf } from './shown.ts'
import { slackNotFound } from './slack.errors.ts'

export type SlackDeps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  slack: SlackHost
  /** Undefined: this server has no key to encrypt with, and stores none. */
  secretBox: SecretBox | undefined
  publicUrl: string
  now?: Clock
}

/** The app that an admin makes at Slack, and where. @throws DomainError `integration.no_secret_key`, `integration.private_address` */
export const makeStartSlack =
  ({ unitOfWork, slack, secretBox, publicUrl, now = systemClock }: SlackDeps) =>
  async (scope: TeamScope<'admin'>, asked: StartSlack): Promise<StartedSlack> => {
    if (secretBox === undefined) throw noSecretKey()
    const webUrl = slack.webUrlOf(asked.web_url)
    if (slack.isPrivate(webUrl)) throw hostPrivate()
    const id = newId.slack()
    const createdBy = requirePerson(scope)
    await unitOfWork.inTeam(scope, async ({ slackApps }) => {
      await slackApps.removeStarted(createdBy)
      const apiUrl = slack.apiUrlOf(webUrl)
      const { by_socket: bySocket } = asked
      await slackApps.add({
        id,
        webUrl,
        apiUrl,
        pagesUrl: publicUrl,
        bySocket,
        createdBy,
        createdAt: now(),
      })
    })
    const hookUrl = slackHookOf(publicUrl, id)
    const { manifest, createUrl } = slack.newApp({
      webUrl,
      pagesUrl: publicUrl,
      hookUrl,
      bySocket: asked.by_socket,
    })
    return { id, manifest, create_url: createUrl }
  }

type Connected = { by: UserId; stored: StoredSlack; keys: SlackAppKeys; install: SlackInstall }

/** @returns false where the answer was taken meanwhile. */
const connect = async (
  { slackApps, audit }: Pick<TeamRepositories, 'slackApps' | 'audit'>,
  { secretBox, at }: { secretBox: SecretBox; at: Date },
  { by, stored, keys, install, answerHash }: Connected & { answerHash: string | null },
): Promise<boolean> => {
  const { token, appId, workspaceId, workspaceName, scopes } = install
  const sealed = sealSlackKeys(secretBox, stored.id, { ...keys, token })
  const bySocket = keys.appToken !== undefined
  const app = { sealed, appId, workspaceId, workspaceName, scopes, bySocket }
  if (!(await slackApps.connect(stored.id, answerHash, app, at))) return false
  await audit.add({
    id: newId.event(),
    action: 'slack.connected',
    userId: by,
    subject: stored.id,
    details: { host: stored.webUrl, name: workspaceName },
  })
  return true
}

/**
 * Takes the keys of the app, encrypted. Where a token is among them, the workspace is connected at once.
 *
 * @throws DomainError `slack.not_found`, `integration.no_secret_key`, `integration.host_failed`
 */
export const makeKeepSlackKeys =
  ({ unitOfWork, slack, secretBox, now = systemClock }: SlackDeps) =>
  async (
    scope: TeamScope<'admin'>,
    { id, keys: given }: { id: SlackId; keys: SlackKeys },
  ): Promise<KeptSlackKeys> => {
    if (secretBox === undefined) throw noSecretKey()
    const by = requirePerson(scope)
    const stored = await unitOfWork.inTeam(scope, ({ slackApps }) => slackApps.find(id))
    if (stored === undefined) throw slackNotFound()
    const { signing_secret, client_id, client_secret, bot_token, app_token } = given
    const keys = {
      signingSecret: signing_secret,
      clientId: client_id,
      clientSecret: client_secret,
      appToken: app_token,
    }
    if (app_token !== undefined)
      await slack.mayOpenSocket({ apiUrl: stored.apiUrl, token: app_token }).catch((error) => {
        throw hostFailure(error)
      })
    if (bot_token !== undefined) {
      const door = { apiUrl: stored.apiUrl, token: bot_token }
      const install = await slack.identify(door).catch((error) => {
        throw hostFailure(error)
      })
      await unitOfWork.inTeam(scope, (repos) =>
        connect(repos, { secretBox, at: now() }, { by, stored, keys, install, answerHash: null }),
      )
      return { install_url: null }
    }
    const state = newAnswerState(id, now())
    await unitOfWork.inTeam(scope, async ({ slackApps }) => {
      const token = tokenOf(secretBox, await slackApps.findAndLock(id))
      const sealed = sealSlackKeys(secretBox, id, { ...keys, token })
      await slackApps.keep(id, sealed, answerHashOf(state))
    })
    const { webUrl, pagesUrl } = stored
    return {
      install_url: slack.installUrlOf({ webUrl, clientId: client_id ?? '', state, pagesUrl }),
    }
  }

/**
 * Takes the token of the workspace that let the app in. Once, by who began.
 *
 * @throws DomainError `integration.answer_unknown`, `integration.no_secret_key`, `integration.host_failed`
 */
export const makeFinishSlack =
  ({ unitOfWork, slack, secretBox, now = systemClock }: SlackDeps) =>
  async (scope: TeamScope<'admin'>, { code, state }: FinishSlack): Promise<Slack> => {
    if (secretBox === undefined) throw noSecretKey()
    const by = requirePerson(scope)
    const id = readAnswerState(state, now())
    if (id === undefined) throw answerUnknown()
    const answerHash = answerHashOf(state)
    const stored = await unitOfWork.inTeam(scope, ({ slackApps }) =>
      slackApps.findWaiting(id, { answerHash, createdBy: by }),
    )
    if (stored === undefined) throw answerUnknown()
    const keys = openSlackKeys(secretBox, stored)
    const { clientId = '', clientSecret = '' } = keys
    const { apiUrl, pagesUrl } = stored
    const install = await slack
      .takeInstall({ apiUrl, clientId, clientSecret, code, pagesUrl })
      .catch((error) => {
        throw hostFailure(error)
      })
    return unitOfWork.inTeam(scope, async (repos) => {
      const isTaken = await connect(
        repos,
        { secretBox, at: now() },
        { by, stored, keys, install, answerHash },
      )
      const listed = (await repos.slackApps.list()).find((one) => one.id === stored.id)
      if (!isTaken || listed === undefined) throw answerUnknown()
      return shownSlack(listed, slack)
    })
  }
