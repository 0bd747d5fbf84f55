import type { ClientScope } from '@teamlore/shared/clients'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foundIn } from '../testing/isolation/answers.ts'
import { absentOf } from '../testing/isolation/id-rows.ts'
import { isAskedBy } from '../testing/isolation/in-turn.ts'
import {
  type IsolationWorld,
  openIsolationWorld,
  plantingsOf,
  plantOfTeam,
  type Stranger,
} from '../testing/isolation/isolation-world.ts'
import type { Planting } from '../testing/isolation/planting.ts'
import { PROMPT_ASKS, RESOURCE_ASKS, type ToolAsks } from '../testing/isolation/tool-asks.ts'
import {
  ALL_TOOLSETS,
  answersTo,
  argsOf,
  type Caller,
  call,
  connectAs,
  isOfferedPrompt,
  promptOf,
  READERS,
  readAt,
  WRITERS,
  withoutIds,
} from '../testing/isolation/tool-battery.ts'
import { connect, freePort, oauthAt, type Person } from '../testing/oauth-world.ts'

const ALL: ClientScope[] = ['read', 'write', 'lorebook']
/** All that means something else: everybody may read, and a viewer asks to write in vain. */
const SCOPES: Record<string, ClientScope[][]> = {
  'the owner of another team': [['read'], ['read', 'write'], ['read', 'lorebook']],
  'a viewer': [['read', 'write'], ALL],
  'a member outside the project': [['read'], ['read', 'write'], ['read', 'lorebook'], ALL],
  // What such a token may is bounded by `member`, whoever gave it.
  'an admin outside the project': [ALL],
  'Ann by a key that another made': [ALL],
}

/** By a token that a person gave a client on the page of the authorization server. */
type ByToken = Caller & { scopes: ClientScope[]; asBefore: string }

/** Each walks eleven tokens, on machines that do other things besides. */
const LONG = { timeout: 240_000 }

let world: IsolationWorld
let callers: ByToken[]
/** What each was answered before anything was hidden, with and without `write`: a token that only reads is a viewer's. */
const before = new Map<string, string>()
const walked = { calls: 0, leaks: 0 }

const asBefore = ({ name }: Stranger, scopes: readonly ClientScope[]): string =>
  `${name}, ${scopes.includes('write') ? 'who writes' : 'who reads'}`

const canWrite = ({ role }: Stranger) => role !== 'viewer'

const callersOf = async (
  home: ReturnType<typeof oauthAt>,
  stranger: Stranger,
): Promise<ByToken[]> => {
  const person: Person = await home.openBrowser(stranger.key)
  const found: ByToken[] = []
  for (const asked of SCOPES[stranger.name] ?? []) {
    const { access_token, scope } = await connect(home, person, { ask: { scope: asked.join(' ') } })
    const scopes = asked.filter((one) => one !== 'write' || canWrite(stranger))
    expect([stranger.name, scope]).toEqual([stranger.name, scopes.join(' ')])
    const caller = await connectAs(`${home.mcp}?${ALL_TOOLSETS}`, stranger, access_token)
    const name = `${stranger.name}, by a token to ${asked.join(' ')}`
    found.push({ ...caller, name, scopes, asBefore: asBefore(stranger, scopes) })
  }
  // Those that may do the most of each kind speak for the others.
  const widest = new Map(
    found.toSorted((a, b) => a.scopes.length - b.scopes.length).map((one) => [one.asBefore, one]),
  )
  for (const caller of widest.values())
    await answersTo({ ...caller, name: caller.asBefore }, before)
  return found
}

beforeAll(async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  world = await openIsolationWorld({ publicUrl: url })
  await world.app.listen({ port, host: '127.0.0.1' })
  const home = oauthAt(world, url)
  const [another, ...ofTeam] = world.strangers.filter(({ name }) => SCOPES[name] !== undefined)
  if (another === undefined) throw new Error('nobody asks')
  expect(ofTeam.length).toBe(Object.keys(SCOPES).length - 1)
  callers = await callersOf(home, another)
  await plantOfTeam(world)
  for (const stranger of ofTeam) callers.push(...(await callersOf(home, stranger)))
  await world.plantAll()
  callers = callers.map((caller, place) => ({ ...caller, place }))
})
afterAll(async () => {
  process.stdout.write(
    `isolation battery, MCP by OAuth tokens: ${callers.length} tokens, ${walked.calls} calls, ${walked.leaks} leaks\n`,
  )
  for (const { client } of callers) await client.close()
  await world[Symbol.asyncDispose]()
})

/** What is hidden from this caller and stands in an answer all the same. */
const leaked = (caller: Caller, answer: string, asked: string): string[] => {
  const found = foundIn(answer, asked, plantingsOf(world, caller))
  walked.calls += 1
  walked.leaks += found.length
  return found
}

test('each scope is offered its tools, and no others', () => {
  const names = (entries: typeof READERS, isOfBook: boolean) =>
    entries
      .map(([name]) => name)
      // Those of this server begin so; those of a lorebook are named as its own server names them.
      .filter((name) => !name.startsWith('lore_') === isOfBook)
  for (const { name, offered, scopes } of callers)
    expect([name, [...offered].toSorted()]).toEqual([
      name,
      [
        ...names(READERS, false),
        ...(scopes.includes('write') ? names(WRITERS, false) : []),
        ...(scopes.includes('lorebook') ? names(READERS, true) : []),
      ].toSorted(),
    ])
})

describe.each([...READERS, ...WRITERS])('%s', (name, { words, ids, writes }) => {
  const offered = () => callers.filter((caller) => caller.offered.has(name))

  test(
    'shows no token anything of what is hidden, and answers as if it were not there',
    LONG,
    async () => {
      expect(offered().length).toBeGreaterThan(0)
      for (const caller of offered())
        for (const args of argsOf(caller, words)) {
          const asked = JSON.stringify(args)
          const answer = await call(caller.client, name, args)
          expect([caller.name, asked, leaked(caller, answer, asked)]).toEqual([
            ...[caller.name, asked, []],
          ])
          if (!writes)
            expect([caller.name, asked, answer]).toEqual([
              ...[caller.name, asked],
              before.get(`${caller.asBefore} ${name} ${asked}`),
            ])
        }
    },
  )

  if (ids)
    test('answers a foreign id like one that does not exist, in the same words', LONG, async () => {
      for (const caller of offered().filter(({ place = 0 }) => isAskedBy(place, name))) {
        const nothing: string[] = []
        for (const args of ids(absentOf))
          nothing.push(withoutIds(await call(caller.client, name, args), []))
        for (const planting of plantingsOf(world, caller))
          await expectLikeNothing({ caller, name, planting, ids, nothing })
      }
    })
})

type Foreign = {
  caller: Caller
  name: string
  planting: Planting
  ids: NonNullable<ToolAsks['ids']>
  /** What was answered of ids that nothing has. */
  nothing: readonly string[]
}

const expectLikeNothing = async ({ caller, name, planting, ids, nothing }: Foreign) => {
  const all = [...planting.ids.values()].flat()
  for (const [at, args] of ids((kind) => planting.ids.get(kind)?.[0] ?? '').entries()) {
    const asked = JSON.stringify(args)
    const answer = await call(caller.client, name, args)
    expect([caller.name, asked, withoutIds(answer, all), leaked(caller, answer, asked)]).toEqual([
      ...[caller.name, asked, nothing[at], []],
    ])
  }
}

test.each(Object.entries(RESOURCE_ASKS))(
  'the resource %s is refused to every token like one that does not exist',
  async (template, kind) => {
    for (const caller of callers)
      for (const planting of plantingsOf(world, caller)) {
        const id = planting.ids.get(kind)?.[0]
        if (id === undefined) continue
        const answer = await readAt(caller.client, template, id)
        expect([caller.name, answer, leaked(caller, answer, '')]).toEqual([
          caller.name,
          await readAt(caller.client, template, absentOf(kind)),
          [],
        ])
      }
  },
)

test.each(Object.entries(PROMPT_ASKS))(
  'the prompt %s says the same to every token of a foreign id and of one that does not exist',
  async (name, kinds) => {
    for (const caller of callers) {
      const isOffered = await isOfferedPrompt(caller.client, name)
      // What asks an agent to hand something over is for tokens that write.
      if (name === 'handover')
        expect([caller.name, isOffered]).toEqual([caller.name, caller.scopes.includes('write')])
      if (!isOffered) continue
      for (const planting of plantingsOf(world, caller)) {
        const idOf = (kind: string) => planting.ids.get(kind)?.[0] ?? ''
        const answer = await promptOf(caller.client, name, kinds, idOf)
        expect([caller.name, answer, leaked(caller, answer, '')]).toEqual([
          caller.name,
          await promptOf(caller.client, name, kinds, absentOf),
          [],
        ])
      }
    }
  },
)
