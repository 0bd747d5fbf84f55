import type { ClientScope } from '@teamlore/shared/clients'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookOf } from '../testing/book-rows.ts'
import { hashesOfRows } from '../testing/isolation/every-row.ts'
import { OF_TEAM } from '../testing/isolation/planting.ts'
import { sendTo } from '../testing/isolation/send.ts'
import { TOOL_ASKS } from '../testing/isolation/tool-asks.ts'
import { READERS, WRITERS } from '../testing/isolation/tool-battery.ts'
import { connect, type OAuthWorld, openOAuthWorld } from '../testing/oauth-world.ts'
import { memoryOf } from '../testing/transcript.ts'
import type { WorldTeam } from '../testing/world.ts'

let home: OAuthWorld
let us: WorldTeam
/** A memory of the team, which tools that write are asked to change. */
let memory: string
let refused = 0
const HIDDEN = 'axolotl'

beforeAll(async () => {
  home = await openOAuthWorld({ hasOwnDatabase: true })
  us = await home.world.addTeam('Ann')
  await us.fill()
  const send = sendTo(home.world.app)
  const made = await send(us.keys.owner, 'POST', '/v1/memories', memoryOf())
  memory = (made as { id: string }).id
  const book = bookOf()
  await send(us.keys.owner, 'POST', '/v1/books/heron/ingest', {
    ...book,
    project: `${book.project}  - { name: inner, paths: [./inner/], canonical: true, depends_on: [plan], needs: owner }\n`,
    files: [
      ...book.files,
      {
        path: 'inner/vault.md',
        text: `---\ntitle: Vault\ntype: part\n---\nMade of ${HIDDEN}.\n`,
        hash: 'hash of the vault',
      },
    ],
  })
})
afterAll(async () => {
  process.stdout.write(`isolation battery, scopes of OAuth tokens: ${refused} calls refused\n`)
  await home[Symbol.asyncDispose]()
})

const tokenOf = async (key: string, ...scopes: ClientScope[]) => {
  const person = await home.openBrowser(key)
  return connect(home, person, { ask: { scope: scopes.join(' ') } })
}

const call = (name: string, args: object, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})
type Said = { result?: { isError?: boolean; content?: object[] }; error?: { message: string } }

/** Every tool is asked for, so that none is missing for another reason. */
const ask = async (token: string, message: object) => {
  const answer = await fetch(`${home.mcp}?toolsets=core,lorebook,home`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify(message),
  })
  const { status, headers } = answer
  const body = await answer.text()
  if (status === 403) refused += 1
  return { status, body, challenge: headers.get('www-authenticate') ?? '' }
}
const said = ({ body }: { body: string }) => JSON.parse(body) as Said

const argsOf = (name: string): Record<string, unknown> => {
  const { words, ids } = TOOL_ASKS[name] ?? { words: () => [] }
  return words(OF_TEAM)[0] ?? ids?.(() => memory)[0] ?? {}
}

/** What is written down of use, whoever reads: when a client was here, that an agent is connected, which memory was given to whom. */
const USED = new Set(['oauth_grants', 'home_states', 'memory_servings'])

const rowsOf = () => hashesOfRows(home.world.engine, USED)

describe.each([[['read']], [['read', 'lorebook']]] as [ClientScope[]][])(
  'a token to %j',
  (scopes) => {
    let token: string
    beforeAll(async () => {
      token = (await tokenOf(us.keys.owner, ...scopes)).access_token
      // What is noted of somebody who was never here is noted before.
      await ask(token, call('lore_search', { query: 'engines' }))
    })

    test.each(WRITERS.map(([name]) => name))(
      'is refused %s, is sent for more, and leaves every row as it was',
      async (name) => {
        const before = await rowsOf()
        const answers = [
          await ask(token, call(name, argsOf(name))),
          // Beside one that it may call.
          await ask(token, [call('lore_search', { query: 'x' }), call(name, argsOf(name), 2)]),
        ]
        for (const { status, challenge } of answers) {
          expect(status).toBe(403)
          expect(challenge).toContain('error="insufficient_scope"')
          expect(challenge).toContain(`scope="${['read', 'write', ...scopes.slice(1)].join(' ')}"`)
        }
        expect(await rowsOf()).toEqual(before)
      },
    )

    test('calls every tool that reads and is for it, which changes nothing that is written down', async () => {
      const before = await rowsOf()
      for (const [name] of READERS.filter(([one]) => one.startsWith('lore_')))
        expect([name, (await ask(token, call(name, argsOf(name)))).status]).toEqual([name, 200])
      expect(await rowsOf()).toEqual(before)
    })
  },
)

test.each([[['read']], [['read', 'write']]] as [ClientScope[]][])(
  'a token to %j is refused each tool of a lorebook',
  async (scopes) => {
    const { access_token } = await tokenOf(us.keys.owner, ...scopes)
    for (const [name] of READERS.filter(([one]) => !one.startsWith('lore_'))) {
      const { status, challenge } = await ask(access_token, call(name, argsOf(name)))
      expect([name, status]).toEqual([name, 403])
      expect(challenge).toContain(`scope="${[...scopes, 'lorebook'].join(' ')}"`)
    }
  },
)

test('a token to lorebook asks the lorebook, as a member does, whoever gave it', async () => {
  const { access_token } = await tokenOf(us.keys.owner, 'read', 'write', 'lorebook')
  for (const [name] of READERS.filter(([one]) => !one.startsWith('lore_'))) {
    const answer = await ask(access_token, call(name, argsOf(name)))
    expect([name, answer.status]).toEqual([name, 200])
    expect(answer.body).not.toContain(HIDDEN)
  }
  // To the owner's own key the same layer is open.
  const owner = await ask(us.keys.owner, call('search_lore', { query: HIDDEN }))
  expect(owner.body).toContain('Vault')
  const token = await ask(access_token, call('search_lore', { query: HIDDEN }))
  expect(token.body).not.toContain('Vault')
})

describe('a token to write', () => {
  test.each(WRITERS.map(([name]) => name))('of a member calls %s', async (name) => {
    const { access_token } = await tokenOf(us.keys.member, 'read', 'write')
    const before = await rowsOf()
    const answer = await ask(access_token, call(name, argsOf(name)))
    expect([answer.status, said(answer).result?.isError ?? false]).toEqual([200, false])
    expect(await rowsOf()).not.toEqual(before)
  })

  test('that a viewer asks for is one to read, and no tool writes by it', async () => {
    const { access_token, scope } = await tokenOf(us.keys.viewer, 'read', 'write')
    expect(scope).toBe('read')
    await ask(access_token, call('lore_search', { query: 'engines' }))
    const before = await rowsOf()
    for (const [name] of WRITERS) {
      const answer = await ask(access_token, call(name, argsOf(name)))
      // More scopes would not help: its person may not.
      expect([name, answer.status, answer.challenge]).toEqual([name, 200, ''])
      expect(said(answer).error ?? said(answer).result?.isError).toBeTruthy()
      refused += 1
    }
    expect(await rowsOf()).toEqual(before)
  })

  test('writes no more from the moment at which its person is a viewer', async () => {
    const jo = await us.addMember('member', 'Jo')
    const { access_token, refresh_token, client_id } = await tokenOf(
      await us.ownKeyOf(jo),
      'read',
      'write',
    )
    const send = sendTo(home.world.app)
    await send(us.keys.owner, 'PUT', `/v1/team/members/${jo.userId}`, { role: 'viewer' })
    const renewed = await home.token({ grant_type: 'refresh_token', client_id, refresh_token })
    const { access_token: next } = (await renewed.json()) as { access_token: string }
    const before = await rowsOf()
    for (const token of [access_token, next])
      for (const [name] of WRITERS) {
        const answer = await ask(token, call(name, argsOf(name)))
        expect(said(answer).error ?? said(answer).result?.isError).toBeTruthy()
        refused += 1
      }
    expect(await rowsOf()).toEqual(before)
  })

  test('is not widened by asking for more when it is renewed', async () => {
    const { client_id, refresh_token } = await tokenOf(us.keys.owner, 'read')
    const asked = { grant_type: 'refresh_token', client_id, refresh_token }
    const wider = await home.token({ ...asked, scope: 'read write lorebook' })
    expect([wider.status, await wider.json()]).toMatchObject([400, { error: 'invalid_scope' }])
    expect(await (await home.token(asked)).json()).toMatchObject({ scope: 'read' })
  })
})

describe('an account of a service', () => {
  test('comes into no browser, so that it lets no client in', async () => {
    const send = sendTo(home.world.app)
    const service = (await send(us.keys.owner, 'POST', '/v1/team/service-accounts', {
      name: 'CI',
      role: 'member',
    })) as { id: string }
    const key = (await send(us.keys.owner, 'POST', '/v1/keys', {
      name: 'CI',
      user: service.id,
      role: 'member',
    })) as { key: string }
    await expect(home.openBrowser(key.key)).rejects.toThrow()
    await expect(
      send(us.keys.owner, 'POST', '/v1/sign-in-links', { user: service.id }),
    ).rejects.toThrow()
  })
})
