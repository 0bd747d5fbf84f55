import { readAsOwner } from '@teamlore/db/testing'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INTEGRATION_WRITES } from '../modules/integrations/testing/integration-writes.ts'
import { SLACK_WRITES } from '../modules/slack/testing/slack-writes.ts'
import { WEBHOOK_WRITES } from '../modules/webhooks/testing/webhook-writes.ts'
import { bookOf } from '../testing/book-rows.ts'
import { codeGraphOf } from '../testing/code-rows.ts'
import { commitsOf } from '../testing/commit-samples.ts'
import { bearer } from '../testing/edge-app.ts'
import { sampleCaptureReport } from '../testing/samples.ts'
import {
  commentsOf,
  handoverOf,
  importOf,
  ingestOf,
  memoryFilesOf,
  memoryOf,
  transcript,
} from '../testing/transcript.ts'
import { printedFor } from '../testing/transcript-reader.ts'
import { openWorld, type World, type WorldTeam } from '../testing/world.ts'

const LETTERS = 'KLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** In halves, so that nothing takes this file for one that holds a key. */
const secretOf = (route: number): string =>
  ['ghp_aB3dE5gH7jK9mN1p', `Q4sT6vX8aB3dE5gH7j${LETTERS.charAt(route)}9`].join('')
const PLACES = new Set(
  'text title subject statement reason subtitle narrative facts concepts command old_string new_string message paused q'.split(
    ' ',
  ),
)

/** The same with the secret behind every text that somebody may have said or seen. */
const planted = <T>(secret: string, value: T): T => plantedIn(value, { secret, key: '' }) as T

type Planting = { secret: string; key: string }

const plantedIn = (value: unknown, { secret, key }: Planting): unknown => {
  if (typeof value === 'string') return PLACES.has(key) ? `${value} ${secret}` : value
  if (Array.isArray(value)) return value.map((item) => plantedIn(item, { secret, key }))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, plantedIn(item, { secret, key: name })]),
  )
}

type Write = { payload: (secret: string) => InjectOptions['payload']; query?: string }
/** Why a route has nothing to take out. */
type Reason = string

const PROBLEM = { at: '2026-03-04T09:00:00.000Z', code: 'x', message: 'It broke at' }

const asking: Write = { payload: (secret) => planted(secret, { q: 'upload retry' }) }

/** Every route by which something can be written; a test below fails when one is missing. */
const WRITES: Record<string, Write | Reason> = {
  'POST /v1/ingest': { payload: (secret) => planted(secret, ingestOf()) },
  'POST /v1/import': { payload: (secret) => planted(secret, importOf()) },
  'POST /v1/import/transcripts': {
    payload: (secret) =>
      Buffer.from(printedFor([planted(secret, transcript({ native_id: 'dropped' }))])),
    query: '?name=a.jsonl',
  },
  'POST /v1/observations': {
    payload: (secret) =>
      planted(secret, {
        text: 'It broke at',
        title: 'Broken',
        facts: [`at ${secret}`],
        key: secret,
      }),
  },
  'POST /v1/summaries': { payload: (secret) => planted(secret, { text: 'Done with' }) },
  'POST /v1/prompts': { payload: (secret) => planted(secret, { text: 'Look at' }) },
  'POST /v1/memories': { payload: (secret) => planted(secret, memoryOf()) },
  'POST /v1/memories/comments': { payload: (secret) => planted(secret, commentsOf()) },
  'POST /v1/handovers': { payload: (secret) => planted(secret, handoverOf()) },
  'POST /v1/distil-leases': 'takes the name of a machine, a project and numbers',
  'POST /v1/distil-leases/answers':
    'what a model said of text that had its secrets taken out, checked as a provider’s answer is',
  'PUT /v1/distil-leases/rules': 'an admin names a project or a coding agent',
  'PUT /v1/memories/:id': 'the fields of POST /v1/memories, cleaned by the same function',
  'POST /v1/memories/:id/update': 'the fields of POST /v1/memories, cleaned by the same function',
  'POST /v1/memories/review': 'a person gives a reason for a decision',
  'POST /v1/memories/undo': 'takes no text',
  'POST /v1/memories/unreviewed': 'takes no text',
  'POST /v1/memories/settle': 'a person gives a reason for a decision',
  'PUT /v1/memories/policy': 'takes no text',
  'DELETE /v1/memories/policy': 'takes no text',
  'PUT /v1/memory-files': { payload: (secret) => planted(secret, memoryFilesOf()) },
  'POST /v1/commits': { payload: (secret) => planted(secret, commitsOf()) },
  'POST /v1/books/:book/ingest': { payload: (secret) => planted(secret, bookOf()) },
  'PUT /v1/capture': {
    payload: (secret) =>
      planted(secret, { ...sampleCaptureReport(), paused: 'No room', last_error: PROBLEM }),
  },
  'POST /v1/search': asking,
  'POST /v1/search/sessions': asking,
  'POST /v1/search/complete': asking,
  'POST /v1/timeline': asking,
  'POST /v1/context': asking,
  'POST /v1/code-graph': {
    payload: (secret) => codeGraphOf({ branch: `fix-${secret}` }),
  },
  'POST /v1/shared-code': 'takes code that is shared; shared-code.test.ts of core looks at it',
  'POST /v1/pull-requests': {
    payload: (secret) =>
      planted(secret, {
        project: 'acme/heron',
        number: 7,
        url: 'https://git.test/a/b/pull/7',
        title: 'Cache the tides',
        state: 'rejected',
        reason: 'They are stale by then.',
        commits: commitsOf().commits.map(({ sha }) => sha),
      }),
  },
  'POST /v1/links': 'names a session and a commit; the branch or address is what a member typed',
  'POST /v1/links/remove': 'names a session and a commit',
  'POST /v1/blame': 'asks, and keeps nothing',
  'POST /v1/change-report': 'asks, and keeps nothing',
  'POST /v1/machines': 'names a machine, which an admin may see and change',
  'DELETE /v1/sessions/:id': 'takes no text',
  'DELETE /v1/messages/:id': 'takes no text',
  'DELETE /v1/memories/:id': 'takes no text',
  'POST /v1/deletions/:id/undo': 'takes no text',
  'POST /v1/deletions': 'names a project and a time',
  'POST /v1/deletions/preview': 'names a project and a time',
  'PUT /v1/forgetting-settings': 'takes a number',
  'POST /v1/tombstones': 'asks by hashes, and keeps nothing',
  'POST /v1/legal-holds': 'a reason that an admin gives, which admins alone read',
  'POST /v1/legal-holds/lift': 'takes an id',
  'POST /v1/team/members/:id/erase': 'takes the name of the person, which it keeps nowhere',
  'PUT /v1/redaction-rules': 'an admin writes what is a secret, never one itself',
  'POST /v1/home/visits': 'takes no text',
  'PUT /v1/home/guide': 'takes a switch',
  'PUT /v1/me/digest': 'takes a switch',
  'PUT /v1/usage/settings': 'takes numbers and a switch',
  'PUT /v1/me': 'a name that somebody gives themselves',
  'POST /v1/exports': 'takes ids and counts',
  'POST /v1/me/team': 'takes an id',
  'PUT /v1/team': 'a name that an admin gives the team',
  'POST /v1/teams': 'a name that an owner gives a team',
  'PUT /v1/team/members/:id': 'takes a role',
  'DELETE /v1/team/members/:id': 'takes no text',
  'POST /v1/team/leave': 'takes no text',
  'POST /v1/team/transfer': 'names a member',
  'POST /v1/keys/:id/claim': 'names a key',
  'POST /v1/team/service-accounts': 'an admin names an account',
  'POST /v1/team/invitations': 'takes a role and an address',
  'POST /v1/team/invitations/:id/resend': 'takes no text',
  'DELETE /v1/team/invitations/:id': 'takes no text',
  'POST /v1/invitations/show': 'takes a token, which is kept as a hash',
  'POST /v1/invitations/accept': 'a token, and a name that somebody gives themselves',
  'POST /v1/invitations/join': 'takes a token, which is kept as a hash',
  'POST /v1/invitations/decline': 'takes a token, which is kept as a hash',
  'POST /v1/books/:book/proposals': 'decides on what the server proposed',
  'POST /v1/books/:book/sql': 'asks, and keeps nothing',
  'POST /v1/books/:book/links': 'takes no text',
  'POST /v1/books/:book/pictures': 'takes pictures, and none whose path has a secret',
  'POST /v1/books/:book/undo': 'restores what was taken in before',
  'POST /v1/keys': 'somebody names a key',
  'DELETE /v1/keys/:id': 'takes no text',
  'POST /v1/jobs/:id/retry': 'takes no text',
  'POST /v1/sign-in-links': 'takes no text',
  'POST /v1/sign-in': 'takes a token, which is kept as a hash',
  'POST /v1/sign-out': 'takes no text',
  'DELETE /v1/browsers': 'takes no text',
  'DELETE /v1/browsers/:id': 'takes no text',
  'POST /v1/passkeys': 'a person names a passkey; its key is public',
  'POST /v1/passkeys/start': 'takes no text',
  'DELETE /v1/passkeys/:id': 'takes no text',
  'POST /v1/sign-in/passkeys/start': 'takes no text',
  'POST /v1/sign-in/passkeys/finish':
    'takes the answer of a passkey, which is checked and not kept',
  'POST /v1/sign-in/providers/:id/start': 'takes a path to go on to',
  'POST /v1/sign-in/providers/:id/finish':
    'takes the code of a provider, which is used once and not kept',
  'POST /v1/sign-in-providers': 'an owner names a provider; its secret is kept encrypted',
  'PUT /v1/sign-in-providers/:id': 'an owner names a provider; its secret is kept encrypted',
  'POST /v1/sign-in-providers/:id/link': 'takes no text',
  'POST /v1/sign-in-providers/:id/test': 'takes no text',
  'DELETE /v1/sign-in-providers/:id': 'takes no text',
  'POST /v1/hooks/github/:integration': 'takes names of events and ids, and keeps no text',
  'POST /v1/hooks/gitlab/:integration': 'takes names of events and ids, and keeps no text',
  ...WEBHOOK_WRITES,
  ...SLACK_WRITES,
  ...INTEGRATION_WRITES,
  'POST /v1/consent/:id': 'names a team, and what is ticked',
  'DELETE /v1/clients/:id': 'takes no text',
  'POST /v1/managed-clients': 'an admin names a client; its secret is kept as a hash',
  'DELETE /v1/managed-clients/:id': 'takes no text',
  'POST /v1/device/code': 'names a machine, whose person sees and confirms it',
  'POST /v1/device/find': 'takes a short code, which is kept as a hash',
  'POST /v1/device/answer': 'takes a short code, which is kept as a hash',
  'POST /v1/device/token': 'takes a code, which is kept as a hash',
  'PUT /v1/projects/:id': 'takes a visibility and switches',
  'POST /v1/projects/:id/agents-md/check': 'answers with the file that was sent, and keeps nothing',
  'POST /v1/projects/:id/agents-md/export':
    'answers with the file that was sent, and keeps what memories say',
  'POST /v1/projects/:id/agents-md/import': {
    payload: (secret) => ({
      text: `<!-- teamlore:begin -->\n- The key of the bank is ${secret}\n<!-- teamlore:end -->\n`,
    }),
  },
  'PUT /v1/projects/:id/retention': 'takes numbers and a switch',
  'PUT /v1/projects/:id/holdout': 'takes a number',
  'POST /v1/holdout/arms': 'takes ids and names of sessions, and words of ours',
  'PUT /v1/projects/:id/agents-md/policy': 'takes kinds and numbers',
  'DELETE /v1/projects/:id/agents-md/policy': 'takes no text',
  'POST /v1/projects/:id/access': 'names a member',
  'DELETE /v1/projects/:id/access': 'names a member',
  'POST /v1/sessions/:id/notes': {
    payload: (secret) => planted(secret, { kind: 'annotation', text: 'Look at' }),
  },
  'DELETE /v1/session-notes/:id': 'takes no text',
  'POST /v1/session-notes/:id/restore': 'takes no text',
  'POST /v1/sessions/:id/share': 'takes no text',
  'DELETE /v1/sessions/:id/share': 'takes no text',
  'POST /v1/stale/reported': 'names memories',
  'POST /v1/stale/told': 'names memories',
  ...Object.fromEntries(
    ['Users', 'Groups'].flatMap((kind) => [
      [`POST /scim/v2/${kind}`, 'a directory names people and groups'],
      [`PUT /scim/v2/${kind}/:id`, 'a directory names people and groups'],
      [`PATCH /scim/v2/${kind}/:id`, 'a directory names people and groups'],
      [`DELETE /scim/v2/${kind}/:id`, 'takes no text'],
    ]),
  ),
  'POST /oauth/register': 'a name and addresses of a client, as its person will be shown them',
  ...Object.fromEntries([
    ...['device', 'token', 'revoke'].map((name) => [`POST /oauth/${name}`, 'takes no text']),
    ...['/mcp', '/mcp/'].flatMap((url) => [
      [`POST ${url}`, 'tools that write hand their words to the use cases of /v1/memories'],
      [`DELETE ${url}`, 'takes no text'],
    ]),
  ]),
}

const isWrite = (method: string): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method)

describe('a route that writes', () => {
  let world: World
  let us: WorldTeam
  let project: string
  /** What `:id` means in those that take text. */
  let session: string
  const registered: string[] = []

  beforeAll(async () => {
    world = await openWorld({}, { hasOwnDatabase: true })
    world.app.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (isWrite(one)) registered.push(`${one} ${url}`)
    })
    await world.app.ready()
    us = await world.addTeam('Ann')
    const taken = await world.app.inject({
      method: 'POST',
      url: '/v1/ingest',
      headers: bearer(us.keys.member),
      payload: ingestOf(),
    })
    session = taken.json().sessions[0].session_id
    const listed = await world.app.inject({
      method: 'GET',
      url: '/v1/projects',
      headers: bearer(us.keys.member),
    })
    project = listed.json().items[0].id
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test('says in the table of this file what it takes out', () => {
    expect(registered.toSorted()).toEqual(Object.keys(WRITES).toSorted())
  })

  const rowsWith = async (secret: string): Promise<string[]> => {
    const tables = await readAsOwner<{ name: string }>(
      world.engine,
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema')`,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const rows = await readAsOwner<{ row: string }>(
        world.engine,
        `select row_to_json(t)::text as row from ${name} t`,
      )
      if (rows.some(({ row }) => row.includes(secret))) found.push(name)
    }
    return found
  }

  const writes = Object.entries(WRITES)
    .flatMap(([route, write]) => (typeof write === 'string' ? [] : [{ route, ...write }]))
    .map((write, at) => ({ ...write, secret: secretOf(at) }))
  test.each(writes)(
    '$route takes out what an agent left in',
    async ({ route, secret, payload, query }) => {
      const [method = '', url = ''] = route
        .replace(':book', 'heron')
        .replace('projects/:id', `projects/${project}`)
        .replace(':id', session)
        .split(' ')
      const body = payload(secret)
      const sent = Buffer.isBuffer(body) ? body.toString('utf8') : JSON.stringify(body)
      expect(sent).toContain(secret)
      const response = await world.app.inject({
        method: method as 'POST',
        url: `${url}${query ?? ''}`,
        headers: bearer(us.keys.member),
        ...(body === undefined ? {} : { payload: body }),
      })
      expect(response.statusCode, response.body).toBeLessThan(300)
      expect(response.body).not.toContain(secret)
      expect(await rowsWith(secret)).toEqual([])
    },
  )
})
