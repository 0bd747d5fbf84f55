import type {
  SlackChannel,
  SlackDoor,
  SlackInstall,
  SlackPerson,
  SlackPlace,
} from '@teamlore/shared/slack-host'
import type { z } from 'zod'
import { redirectOf } from './manifest.ts'
import {
  channelSchema,
  identitySchema,
  installSchema,
  membersSchema,
  personSchema,
} from './schemas.ts'
import type { AskSlack } from './slack-client.ts'

export const takeInstall = async (
  ask: AskSlack,
  {
    apiUrl,
    clientId,
    clientSecret,
    code,
    pagesUrl,
  }: { apiUrl: string; clientId: string; clientSecret: string; code: string; pagesUrl: string },
): Promise<SlackInstall> => {
  const { data } = await ask({ apiUrl }, 'oauth.v2.access', {
    client_id: clientId,
    client_secret: clientSecret,
    code,
    redirect_uri: redirectOf(pagesUrl),
  })
  const { access_token, scope = '', bot_user_id, app_id, team } = installSchema.parse(data)
  return {
    token: access_token,
    appId: app_id,
    workspaceId: team.id,
    workspaceName: team.name ?? team.id,
    botId: bot_user_id,
    scopes: scope.split(',').filter(Boolean),
  }
}

export const identify = async (ask: AskSlack, door: SlackDoor): Promise<SlackInstall> => {
  const { data, scopes } = await ask(door, 'auth.test')
  const { team_id, team, user_id, app_id = '' } = identitySchema.parse(data)
  return {
    token: door.token,
    appId: app_id,
    workspaceId: team_id,
    workspaceName: team ?? team_id,
    botId: user_id,
    scopes,
  }
}

type SlackUser = z.infer<typeof personSchema>['user']

/** Of this workspace, by itself or by an organisation of several workspaces. Where Slack names none, they are of another. */
const isOfWorkspace = ({ team_id, enterprise_user }: SlackUser, workspaceId: string): boolean =>
  team_id === workspaceId || enterprise_user?.teams?.includes(workspaceId) === true

/** An address counts where the workspace has confirmed it, and nobody else's says who they are. */
export const readPerson = async (
  ask: AskSlack,
  place: SlackPlace,
  id: string,
): Promise<SlackPerson> => {
  const { data } = await ask(place, 'users.info', { user: id })
  const { user } = personSchema.parse(data)
  const isOutsider =
    !isOfWorkspace(user, place.workspaceId) ||
    user.deleted === true ||
    user.is_stranger === true ||
    user.is_restricted === true ||
    user.is_ultra_restricted === true
  return {
    id: user.id,
    email: user.is_email_confirmed === true ? user.profile?.email : undefined,
    isProgram: user.is_bot === true || user.id === 'USLACKBOT',
    isOutsider,
  }
}

/** What is shared with another workspace, or is about to be, counts as shared. */
export const readChannel = async (
  ask: AskSlack,
  place: SlackPlace,
  id: string,
): Promise<SlackChannel> => {
  const { channel } = channelSchema.parse(
    (await ask(place, 'conversations.info', { channel: id })).data,
  )
  const isShared =
    channel.is_shared === true ||
    channel.is_ext_shared === true ||
    channel.is_org_shared === true ||
    channel.is_pending_ext_shared === true ||
    (channel.pending_shared ?? []).length > 0 ||
    (channel.pending_connected_team_ids ?? []).length > 0
  return {
    id: channel.id,
    kind: channel.is_im === true ? 'direct' : 'channel',
    isShared,
    isPrivate: channel.is_im === true || channel.is_private === true,
    isMember: channel.is_im === true || channel.is_member === true,
  }
}

const PAGE = 200

export const readMembers = async (
  ask: AskSlack,
  place: SlackPlace,
  { channel, most }: { channel: string; most: number },
): Promise<string[] | undefined> => {
  const found: string[] = []
  let cursor: string | undefined
  do {
    const { data } = await ask(place, 'conversations.members', { channel, limit: PAGE, cursor })
    const page = membersSchema.parse(data)
    found.push(...page.members)
    if (found.length > most) return undefined
    cursor = page.response_metadata?.next_cursor || undefined
  } while (cursor !== undefined)
  return found
}
