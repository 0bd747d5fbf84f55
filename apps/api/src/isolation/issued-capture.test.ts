import { readAsOwner } from '@teamlore/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeGraphOf } from '../testing/code-rows.ts'
import { commitsOf } from '../testing/commit-samples.ts'
import {
  type GivenWorld,
  machineNamed,
  openGivenWorld,
  projectNamed,
  sessionIn,
  type Way,
} from '../testing/issued-world.ts'
import { ingestOf, memoryFilesOf } from '../testing/transcript.ts'

/** Nothing is lost that comes by a credential that somebody else made, and the answer reveals nothing of what is private. */
let at: GivenWorld
beforeAll(async () => {
  at = await openGivenWorld()
})
afterAll(() => at[Symbol.asyncDispose]())

describe('what a machine captures that came in by a given key', () => {
  test('is stored as Ann would have stored it, and the answer reveals nothing of it', async () => {
    const way = await at.machineBy(await at.keyFor(), 'c')
    const body = {
      ...ingestOf([sessionIn('den', { native_id: 'fresh' })]),
      machine: machineNamed('c'),
    }
    const first = (await at.call('POST', '/v1/ingest', way, body)).json().sessions[0]
    const again = (await at.call('POST', '/v1/ingest', way, body)).json().sessions[0]
    for (const answer of [first, again])
      expect([answer.created, answer.unchanged_messages]).toEqual([true, 0])
    expect(again.session_id).not.toBe(first.session_id)
    const { items } = (await at.call('GET', '/v1/sessions?limit=100', at.ann)).json()
    const stored = items.filter(({ native_id }: { native_id: string }) => native_id === 'fresh')
    expect(stored).toMatchObject([
      { visibility: 'private', counts: { messages: first.total_messages } },
    ])
    expect((await at.call('GET', `/v1/sessions/${stored[0].id}`, way)).statusCode).toBe(404)
  })

  test('is answered alike whether it was hidden before, or nobody ever heard of it', async () => {
    const way = await at.keyFor()
    await at.send(at.ann, [sessionIn('heron', { native_id: 'mine' })])
    const { items } = (await at.call('GET', '/v1/sessions?limit=100', at.ann)).json()
    const mine = items.find(({ native_id }: { native_id: string }) => native_id === 'mine')
    await at.call('DELETE', `/v1/sessions/${mine.id}/share`, at.ann)
    const sent = async (native_id: string) => {
      const [{ session_id, native_id: _, ...receipt }] = await at.send(way, [
        sessionIn('heron', { native_id }),
      ])
      expect((await at.call('GET', `/v1/sessions/${session_id}`, way)).statusCode).toBe(404)
      return receipt
    }
    const [hidden, fresh] = [await sent('mine'), await sent('unheard')]
    expect(hidden).toEqual(fresh)
    expect([await sent('mine'), await sent('unheard')]).toEqual([fresh, fresh])
    expect(fresh.created).toBe(true)
  })

  test.each([
    ['POST', '/v1/commits', { ...commitsOf(), project: projectNamed('den') }, 'commits'],
    ['PUT', '/v1/memory-files', { ...memoryFilesOf(), project: projectNamed('den') }, 'files'],
    ['POST', '/v1/code-graph', codeGraphOf({ project: projectNamed('den') }), 'files'],
  ] as const)('%s %s says the same again as at first', async (method, url, body, figures) => {
    const way = await at.keyFor()
    const figuresFor = async (as: Way) => (await at.call(method, url, as, body)).json()[figures]
    const own = await figuresFor(at.ann)
    expect(Object.values(own).some((n) => n !== 0)).toBe(true)
    const [first, again] = [await figuresFor(way), await figuresFor(way)]
    expect([first, again]).toEqual([own, own])
  })

  test('is answered alike of a project that is closed, private, or new', async () => {
    const way = await at.keyFor()
    const graph = async (name: string) =>
      (
        await at.call(
          ...(['POST', '/v1/code-graph', way] as const),
          codeGraphOf({ project: projectNamed(name), mode: 'changes' }),
        )
      ).json()
    const commits = async (name: string) =>
      (
        await at.call(...(['POST', '/v1/commits', way] as const), {
          ...commitsOf(),
          project: projectNamed(name),
        })
      ).json().commits
    for (const send of [graph, commits]) {
      const first = await send('vault')
      for (const name of ['vault', 'den', 'new', 'new']) expect(await send(name)).toEqual(first)
    }
  })
})

test('a finding that is handed over of a private session is kept, and whether it stands there is not said', async () => {
  const body = {
    session: 'native-den',
    findings: [
      {
        kind: 'gotcha',
        title: 'Uploads give up after one timeout.',
        evidence: [{ quote: 'export const MAX_ATTEMPTS = 1 // kestrelBackoff' }],
      },
    ],
  }
  const hand = async (way: Way) => {
    const { session_id, findings } = (await at.call('POST', '/v1/handovers', way, body)).json()
    return [session_id, findings[0].state, findings[0].message_id !== null]
  }
  expect(await hand(at.ann)).toEqual([at.ids.private, 'found', true])
  const before = await handedOver()
  expect(await hand(await at.keyFor())).toEqual([null, 'waiting', false])
  expect(await handedOver()).toEqual([...before, at.ids.private])
  const byId = await at.call('POST', '/v1/handovers', await at.keyFor(), {
    ...body,
    session: at.ids.private,
  })
  expect(byId.statusCode).toBe(404)
})
const handedOver = async () =>
  (
    await readAsOwner<{ session_id: string }>(
      at.world.engine,
      'select session_id from teamlore.handovers order by created_at, id',
    )
  ).map(({ session_id }) => session_id)

describe('what else such a credential does', () => {
  test('reads what others share, and that stands as read by its person', async () => {
    const { items } = (await at.call('GET', '/v1/sessions?limit=100', at.ann)).json()
    const other = items.find(
      ({ author, project }: { author: { name: string }; project: { name: string } }) =>
        author.name === 'Olga' && project.name === 'acme/heron',
    )
    const read = await at.call('GET', `/v1/sessions/${other.id}`, await at.keyFor())
    expect(read.statusCode).toBe(200)
    const readers = await readAsOwner<{ user_id: string }>(
      at.world.engine,
      `select user_id from teamlore.session_reads where session_id = '${other.id}'`,
    )
    expect(readers.map(({ user_id }) => user_id)).toEqual([at.ann.userId])
  })

  test('hides a session that the team reads, and shares it no more', async () => {
    const [fresh] = await at.send(at.ann, [sessionIn('heron', { native_id: 'to hide' })])
    const [way, url] = [await at.keyFor(), `/v1/sessions/${fresh.session_id}`]
    const hidden = await at.call('DELETE', `${url}/share`, way)
    expect([hidden.statusCode, hidden.json().session.visibility]).toEqual([200, 'private'])
    expect((await at.call('GET', url, way)).statusCode).toBe(404)
    expect((await at.call('POST', `${url}/share`, way)).statusCode).toBe(404)
    expect((await at.call('GET', url, at.ann)).json().visibility).toBe('private')
  })
})
