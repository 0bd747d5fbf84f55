import { SLACK_WORDING } from '@teamlore/bots'
import { readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { createSlack } from '@teamlore/hosts'
import { type SlackStandIn, type StandInChannel, startSlack } from '@teamlore/hosts/testing'
import type { DeliveryId, SlackId } from '@teamlore/shared/ids'
import { createAgentsMdWorld } from '../../agents-md/testing/agents-md-world.ts'
import { createSecretBox } from '../../identity/sign-in/secret-box.ts'
import { grantSystemScope, grantTeamScope } from '../../identity/teams/team-scope.ts'
import { makeRemember } from '../../memories/remember.ts'
import { makeSearch } from '../../search/search.ts'
import { makeAnswerSlack } from '../answer-ask.ts'
import { makeFinishSlack, makeKeepSlackKeys, makeStartSlack } from '../connect.ts'
import { makeSetSlack } from '../manage.ts'
import { makeReceiveSlack } from '../receive-slack.ts'

let events = 0

type Said = { by?: string; channel?: string; thread?: string; event?: string }
type Options = { secret?: string; at?: number; workspace?: string }

/** A team that is connected to a Slack of this machine, whose private channel C1 has members of the team alone. */
export const createSlackWorld = async (database: TestDatabase, slack: SlackStandIn) => {
  const world = await createAgentsMdWorld(database)
  const { teamId } = world.admin
  const host = createSlack({ allowedHosts: { names: new Set(['127.0.0.1']), ranges: [] } })
  let clock = Date.now()
  const now = () => new Date(clock)
  const deps = {
    unitOfWork: world.unitOfWork,
    slack: host,
    secretBox: createSecretBox('a secret of a server that is long enough'),
    publicUrl: 'https://lore.test',
    now,
  }
  const { state } = slack
  const { clientId, clientSecret, signingSecret } = state.app
  const started = await makeStartSlack(deps)(world.admin, {
    web_url: slack.webUrl,
    by_socket: false,
  })
  const id = started.id as SlackId
  const kept = await makeKeepSlackKeys(deps)(world.admin, {
    id,
    keys: { client_id: clientId, client_secret: clientSecret, signing_secret: signingSecret },
  })
  const answer = new URL(kept.install_url ?? '').searchParams.get('state') ?? ''
  await makeFinishSlack(deps)(world.admin, { code: slack.giveCode(), state: answer })

  const stored = <T extends Record<string, unknown>>(statement: string) =>
    readAsOwner<T>(database.engine, statement)
  /** Somebody in the workspace with a confirmed address; a member of the team where they are one. */
  const join = async (person: string, userId?: string) => {
    const email = `${person}.${teamId}@acme.test`.toLowerCase()
    state.people.push({ id: person, email })
    if (userId !== undefined)
      await stored(
        `update teamlore.users set email = '${email}' where id = '${userId}' returning 1`,
      )
  }
  await join('UANN', world.scope.userId)
  const bob = await world.person('Bob')
  await join('UBOB', bob.userId)
  const viewer = await world.team.addMember('viewer', 'Vic')
  await join('UVIC', viewer.userId)
  await join('USTRANGER')
  const channel = (fields: Partial<StandInChannel> & Pick<StandInChannel, 'id'>) => {
    const made = { members: ['UANN', 'UBOB', 'ULORE'], ...fields }
    state.channels.push(made)
    return made
  }
  channel({ id: 'C1' })

  const receive = (body: string, type: string, { secret, at = clock }: Options = {}) => {
    const { headers } = slack.signed(body, type, { at, ...(secret && { secret }) })
    return makeReceiveSlack(deps)({
      slack: id,
      timestamp: headers['x-slack-request-timestamp'],
      signature: headers['x-slack-signature'],
      contentType: type,
      body,
    })
  }
  const hear = (
    event: object,
    { event: eventId = `Ev${++events}`, ...options }: Options & { event?: string } = {},
  ) => {
    const { workspace = 'TACME' } = options
    const body = { type: 'event_callback', team_id: workspace, event_id: eventId, event }
    return receive(JSON.stringify(body), 'application/json', options)
  }
  const form = (fields: Record<string, string>, options?: Options) =>
    receive(new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded', options)

  const answerSlack = (by = host) =>
    makeAnswerSlack({
      ...deps,
      slack: by,
      search: makeSearch({ unitOfWork: world.unitOfWork, now }),
      remember: makeRemember({ unitOfWork: world.unitOfWork, now }),
      wording: SLACK_WORDING,
    })
  const waiting = async (): Promise<DeliveryId[]> =>
    (
      await stored<{ id: DeliveryId }>(
        `select id from teamlore.slack_asks where team_id = '${teamId}' and state = 'waiting' order by id`,
      )
    ).map((row) => row.id)
  const answerOne = (askId: DeliveryId, by = host) =>
    answerSlack(by)(grantSystemScope(teamId), { askId })
  /** One worker that goes on, with what it has heard of people. */
  const worker = () => {
    const answer = answerSlack()
    return async () => {
      for (const askId of await waiting()) await answer(grantSystemScope(teamId), { askId })
    }
  }

  return {
    ...world,
    deps,
    host,
    slack,
    state,
    id,
    bob,
    viewer: grantTeamScope({ ...viewer, actor: { kind: 'user', via: 'api_key' } }, 'viewer'),
    now,
    stored,
    channel,
    receive,
    hear,
    form,
    waiting,
    answerOne,
    worker,
    join,
    /** Does what is asked for, as the worker would. */
    answer: async () => {
      for (const one of await waiting()) await answerOne(one)
    },
    later: (ms: number) => {
      clock += ms
    },
    setClock: (at: Date) => {
      clock = at.getTime()
    },
    mention: (text: string, { by = 'UANN', channel: at = 'C1', thread, event }: Said = {}) =>
      hear(
        {
          type: 'app_mention',
          user: by,
          channel: at,
          text: `<@ULORE> ${text}`,
          ts: '1700000001.000100',
          thread_ts: thread,
        },
        event === undefined ? {} : { event },
      ),
    direct: (text: string, { by = 'UANN', channel: at = 'D1' }: Said = {}) =>
      hear({
        type: 'message',
        channel_type: 'im',
        user: by,
        channel: at,
        text,
        ts: '1700000002.000100',
      }),
    command: (text: string, { by = 'UANN', channel: at = 'C1' }: Said = {}, options?: Options) =>
      form(
        {
          command: '/lore',
          team_id: 'TACME',
          trigger_id: `${++events}.1.abc`,
          user_id: by,
          channel_id: at,
          text,
          response_url: slack.answerAddress(by, at),
        },
        options,
      ),
    remember: world.remember,
    chooseMessage: (
      message: { user?: string; bot_id?: string; text: string },
      { by = 'UANN', channel: at = 'C1' }: Said = {},
    ) =>
      form({
        payload: JSON.stringify({
          type: 'message_action',
          callback_id: 'remember',
          trigger_id: `${++events}.2.abc`,
          response_url: slack.answerAddress(by, at),
          team: { id: 'TACME' },
          user: { id: by },
          channel: { id: at },
          message: { ts: '1700000003.000100', ...message },
        }),
      }),
    shareLinks: (urls: string[], at = 'C1') =>
      hear({
        type: 'link_shared',
        user: 'UANN',
        channel: at,
        unfurl_id: `U${++events}`,
        source: 'conversations_history',
        links: urls.map((url) => ({ url, domain: 'lore.test' })),
      }),
    set: (fields: { digest_channel?: string | null; project?: string | null }) =>
      makeSetSlack(deps)(world.admin, {
        id,
        set: { digest_channel: null, project: null, ...fields },
      }),
    /** What stands where more than one person reads it. */
    public: () =>
      JSON.stringify([
        state.messages.filter(({ channel: at }) => !at.startsWith('D')),
        state.unfurls,
      ]),
    privateTo: (person: string) =>
      JSON.stringify(state.ephemerals.filter(({ to }) => to === person)),
  }
}

export type SlackWorld = Awaited<ReturnType<typeof createSlackWorld>>
export { startSlack }
