import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import { openWorld, type World, type WorldTeam } from '../../testing/world.ts'

let world: World
let us: WorldTeam
let others: WorldTeam
const paths: Record<string, string> = {}

const send = async (method: 'DELETE' | 'POST', url: string, payload?: object) => {
  const headers = bearer(us.keys.owner)
  const answer = await world.app.inject({ method, url, headers, ...(payload && { payload }) })
  if (answer.statusCode >= 400) throw new Error(answer.body)
  return answer.json()
}

beforeAll(async () => {
  world = await openWorld()
  us = await world.addTeam('Olga')
  others = await world.addTeam('Otto')
  const [session] = await us.fill()
  const { items } = (await us.ask(`/v1/sessions/${session}/messages`)).json()
  const memory = await send('POST', '/v1/memories', { statement: 'Herons nest in March.' })
  paths['a memory'] = `/v1/memories/${memory.id}`
  paths['a message'] = `/v1/messages/${items[0].id}`
  paths['a session'] = `/v1/sessions/${session}`
})
afterAll(() => world[Symbol.asyncDispose]())

test.each(['a memory', 'a message', 'a session'])(
  'what was %s is gone, and its prefix was never there',
  async (kind) => {
    const path = paths[kind] ?? ''
    expect((await us.ask(path)).statusCode).toBe(200)
    await send('DELETE', path)
    const gone = await us.ask(path)
    expect(gone.statusCode).toBe(410)
    expect(gone.json().error.code).toBe('record.forgotten')
    expect((await us.ask(path.slice(0, -4))).statusCode).toBe(404)
    // Another team learns nothing of it.
    expect((await others.ask(path)).statusCode).toBe(404)
  },
)
