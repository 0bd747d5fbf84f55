import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import { ingestOf, transcript } from '../../testing/transcript.ts'
import { openWorld, type World, type WorldTeam } from '../../testing/world.ts'

let world: World
let us: WorldTeam
let them: WorldTeam

const exported = async (key: string) => {
  const answer = await world.app.inject({ url: '/v1/me/export', headers: bearer(key) })
  return { answer, lines: answer.body.trimEnd().split('\n') }
}

beforeAll(async () => {
  world = await openWorld()
  us = await world.addTeam('Ann')
  them = await world.addTeam('Eve')
  for (const [key, title] of [
    [us.keys.member, 'The heron is sold'],
    [us.keys.admin, 'The egret is not'],
    [them.keys.member, 'The stork of others'],
  ] as const)
    await world.app.inject({
      method: 'POST',
      url: '/v1/ingest',
      headers: bearer(key),
      payload: ingestOf([transcript({ native_id: title, title })]),
    })
})
afterAll(() => world[Symbol.asyncDispose]())

test('a member is given their own as a file of lines that ends with their count', async () => {
  const { answer, lines } = await exported(us.keys.member)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="teamlore-mine-\d{4}-\d\d-\d\d\.ndjson"$/,
  )
  const read = lines.map((line) => JSON.parse(line))
  expect(read.at(-1)).toMatchObject({ type: 'end', sessions: 2 })
  for (const title of ['The heron is sold', 'The egret is not'])
    expect(answer.body).toContain(title)
  expect(answer.body).not.toContain('stork')
})

test('a viewer without anything is given who they are', async () => {
  const { userId } = await us.addMember('viewer', 'Vera')
  const made = await world.app.inject({
    method: 'POST',
    url: '/v1/keys',
    headers: bearer(us.keys.admin),
    payload: { name: 'vera', user: userId },
  })
  const { lines } = await exported(made.json().key)
  expect(lines.map((line) => JSON.parse(line).type)).toEqual(['about', 'end'])
})

test('nobody is given anything without a key, or with fields that are not known', async () => {
  expect((await world.app.inject({ url: '/v1/me/export' })).statusCode).toBe(401)
  const url = '/v1/me/export?user=usr_other'
  const answer = await world.app.inject({ url, headers: bearer(us.keys.member) })
  expect(answer.statusCode).toBe(400)
})
