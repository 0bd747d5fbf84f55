import type { Canaries } from './canaries.ts'
import type { ErasureServer } from './erasure-server.ts'
import type { Person } from './plant-canaries.ts'
import { type Talk, until } from './talk-stand-ins.ts'

type World = { server: ErasureServer; talk: Talk; person: Person; canaries: Canaries }

/** Has the digest of each week by mail. */
export const plantMail = async ({ person }: Pick<World, 'person'>): Promise<void> => {
  const { mail } = await person.ask<{ mail: { weekly: boolean; address: string | null } }>(
    'PUT',
    '/v1/me/digest',
    { weekly: true },
  )
  if (!mail.weekly || mail.address !== person.address) throw new Error('No mail would be sent.')
}

const connect = async ({ admin }: ErasureServer, { slack }: Talk): Promise<string> => {
  const { clientId, clientSecret, signingSecret } = slack.state.app
  const { id } = await admin<{ id: string }>('POST', '/v1/slack', { web_url: slack.webUrl })
  const { install_url } = await admin<{ install_url: string }>('PUT', `/v1/slack/${id}/keys`, {
    client_id: clientId,
    client_secret: clientSecret,
    signing_secret: signingSecret,
  })
  const state = new URL(install_url).searchParams.get('state') ?? ''
  await admin('POST', '/v1/slack/finish', { code: slack.giveCode(), state })
  return id
}

const CHANNEL = 'C1'

/** Sends what Slack sends, each time under another id. */
const senderOf = ({ server, talk: { slack } }: World, id: string) => {
  let sent = 0
  const team = slack.state.app.workspace.id
  const send = async (body: string, type: string) => {
    sent += 1
    const { headers } = slack.signed(body, type)
    const answer = await server.send(`/v1/hooks/slack/${id}`, { method: 'POST', body, headers })
    if (answer.status >= 300) throw new Error(`Slack was refused: ${answer.status}`)
  }
  const form = (fields: Record<string, string>) =>
    send(new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded')
  return {
    hear: (event: object) =>
      send(
        JSON.stringify({
          type: 'event_callback',
          team_id: team,
          event_id: `Ev${sent}`,
          event: { user: 'UOWN', channel: CHANNEL, ts: `170000000${sent}.000100`, ...event },
        }),
        'application/json',
      ),
    command: (fields: Record<string, string>) =>
      form({
        command: '/lore',
        team_id: team,
        trigger_id: `${sent}.1.abc`,
        user_id: 'UOWN',
        channel_id: CHANNEL,
        response_url: slack.answerAddress('UOWN', CHANNEL),
        ...fields,
      }),
    choose: (message: { user: string; text: string }, called: (place: string) => string) =>
      form({
        payload: JSON.stringify({
          type: 'message_action',
          callback_id: 'remember',
          trigger_id: `${sent}.2.abc`,
          response_url: slack.answerAddress('UOWN', CHANNEL),
          team: { id: team, domain: called('domain of a workspace') },
          user: { id: 'UOWN', name: called('user name') },
          channel: { id: CHANNEL, name: called('name of a channel') },
          message: { ts: `170000000${sent}.000100`, thread_ts: '1700000000.000100', ...message },
        }),
      }),
  }
}

/** What the person asks and has remembered at Slack: their own words, those of a colleague and those of who is no member. */
export const plantSlack = async (world: World & { colleague: Person }): Promise<void> => {
  const { server, talk, person, colleague, canaries } = world
  const { state } = talk.slack
  const { hear, command, choose } = senderOf(world, await connect(server, talk))
  const said = (place: string) => canaries.of(`${place} at Slack`)
  state.people.push(
    { id: 'UOWN', email: person.address, name: said('name') },
    { id: 'UOTHER', email: colleague.address },
    { id: 'USTRANGER', email: 'stranger@else.test' },
  )
  state.channels.push({ id: CHANNEL, members: ['UOWN', 'UOTHER', 'ULORE'] })
  const thread_ts = '1700000000.000100'
  await hear({
    type: 'app_mention',
    text: `<@ULORE> Why does ${said('mention')} wait?`,
    thread_ts,
  })
  const direct = { type: 'message', channel_type: 'im', channel: 'D1' }
  await hear({ ...direct, text: `And ${said('direct message')}?` })
  await command({
    user_name: said('user name of a command'),
    text: `Why does ${said('question')} wait?`,
  })
  const url = `${server.url}/memories/${said('address of a link')}`
  await hear({
    type: 'link_shared',
    unfurl_id: 'U1',
    source: 'conversations_history',
    links: [{ url, domain: 'localhost' }],
  })
  for (const [user, text] of [
    ['UOWN', `Boats of ${said('own message')} go out first.`],
    ['UOTHER', `Berths of ${said('message of a colleague')} are deep.`],
    ['USTRANGER', `Crews of ${said('message of a stranger')} sleep.`],
  ] as const)
    await choose({ user, text }, said)
  const notes = () => state.ephemerals.filter(({ text }) => text.includes('Noted as a draft'))
  await until('answers at Slack', () => notes().length >= 3)
}
