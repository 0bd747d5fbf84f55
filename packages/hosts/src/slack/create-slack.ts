import { HostError } from '@teamlore/shared/code-hosts'
import {
  type AllowedHosts,
  createOutboundFetch,
  createOutboundSocket,
  isPrivateByName,
} from '@teamlore/shared/outbound'
import type { SlackForms, SlackHost } from '@teamlore/shared/slack-host'
import { z } from 'zod'
import { apiUrlOf, installUrlOf, mayRespondAt, newApp, webUrlOf } from './addresses.ts'
import { isSigned } from './is-signed.ts'
import { SLACK_SCOPES } from './manifest.ts'
import { openSocket } from './open-socket.ts'
import { isPosted, linkOf, post, postTo } from './posts.ts'
import { identify, readChannel, readMembers, readPerson, takeInstall } from './read-workspace.ts'
import { type AskSlack, createSlackClient, sendTo } from './slack-client.ts'
import { testWorkspace } from './test-workspace.ts'

const formsFor = (allowedHosts: AllowedHosts): SlackForms => ({
  scopes: SLACK_SCOPES,
  webUrlOf,
  apiUrlOf,
  isPrivate: (url) => isPrivateByName(allowedHosts, new URL(url).hostname),
  newApp,
  installUrlOf,
  isSigned,
})

/** What is no answer of Slack, in words. */
const said = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof z.ZodError)
      throw new HostError('unavailable', 'Slack answered in a form that is not its own.', {
        cause: error,
      })
    throw error
  }
}

const leave = async (
  ask: AskSlack,
  place: { apiUrl: string; token: string },
  { clientId, clientSecret }: { clientId: string | undefined; clientSecret: string | undefined },
): Promise<void> => {
  if (clientId === undefined || clientSecret === undefined) await ask(place, 'auth.revoke')
  else await ask(place, 'apps.uninstall', { client_id: clientId, client_secret: clientSecret })
}

/** Slack by its Web API. It connects to the internet and to what `allowedHosts` names. */
export const createSlack = ({ allowedHosts }: { allowedHosts: AllowedHosts }): SlackHost => {
  const fetch = createOutboundFetch(allowedHosts)
  const ask = createSlackClient(fetch)
  const connect = createOutboundSocket(allowedHosts)
  return {
    ...formsFor(allowedHosts),
    takeInstall: (asked) => said(takeInstall(ask, asked)),
    identify: (place) => said(identify(ask, place)),
    person: (place, id) => said(readPerson(ask, place, id)),
    channel: (place, id) => said(readChannel(ask, place, id)),
    members: (place, channel, most) => said(readMembers(ask, place, { channel, most })),
    post: (place, to, message) => said(post(ask, place, to, message)),
    isPosted: (place, at) => said(isPosted(ask, place, at)),
    postTo: (place, to, message) => said(postTo(ask, place, to, message)),
    respond: async ({ apiUrl }, responseUrl, { text, blocks }) => {
      if (!mayRespondAt(responseUrl, apiUrl))
        throw new HostError('refused', 'The address to answer at is none of Slack.')
      await sendTo(fetch, responseUrl, { response_type: 'ephemeral', text, blocks })
    },
    unfurl: async (place, { unfurlId, source }, unfurls) => {
      await ask(place, 'chat.unfurl', { unfurl_id: unfurlId, source, unfurls })
    },
    linkOf: (place, channel, message) => said(linkOf(ask, place, { channel, message })),
    leave: (place, app) => leave(ask, place, app),
    mayOpenSocket: async (door) => {
      await ask(door, 'apps.connections.open')
    },
    openSocket: (door, listener) => said(openSocket({ ask, connect }, door, listener)),
    test: (place, wanted) => testWorkspace(ask, place, wanted),
  }
}
