import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import { type EventStream, openEvents } from '../../testing/event-stream.ts'
import { transcript } from '../../testing/transcript.ts'
import { openWorld, type World, type WorldTeam } from '../../testing/world.ts'

describe('GET /v1/events', () => {
  let world: World
  let url: string
  let us: WorldTeam
  const streams: EventStream[] = []

  beforeAll(async () => {
    world = await openWorld({ heartbeatMs: 50 })
    url = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/v1/events`
  })
  beforeEach(async () => {
    us = await world.addTeam()
  })
  afterAll(async () => {
    for (const stream of streams) stream.leave()
    await world[Symbol.asyncDispose]()
  })

  const listen = async (key: string) => {
    const stream = await openEvents(url, key)
    streams.push(stream)
    await stream.next(/retry: \d+/)
    return stream
  }

  test('notifies when a session got something new, and when it is distilled', async () => {
    const stream = await listen(us.keys.viewer)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const [session] = await us.fill()
    const data = (type: string) =>
      `event: ${type}\ndata: {"type":"${type}","session_id":"${session}"}\n\n`
    expect(await stream.next(/event: session\.updated\n.*\n\n/)).toBe(data('session.updated'))
    expect(await stream.next(/event: session\.distilled\n.*\n\n/)).toBe(data('session.distilled'))
    stream.leave()
  })

  test('notifies of nothing of another team', async () => {
    const them = await world.addTeam()
    const stream = await listen(them.keys.viewer)
    await us.fill()
    const [theirs] = await them.fill([transcript({ native_id: 'theirs' })])
    const heard = await stream.next(/event: session\.distilled\n.*\n\n/)
    expect(heard).toContain(theirs)
    stream.leave()
    expect((await stream.ended).match(/session_id/g)).toHaveLength(2)
  })

  test('keeps quiet streams open with comments', async () => {
    const stream = await listen(us.keys.viewer)
    expect(await stream.next(/(: still here\n\n){2}/)).toBeTruthy()
    stream.leave()
  })

  test('ends when the key is revoked', async () => {
    const stream = await listen(us.keys.viewer)
    const { items } = (await us.ask('/v1/keys', 'admin')).json()
    const viewers = items.find(({ role }: { role: string }) => role === 'viewer')
    await world.app.inject({
      method: 'DELETE',
      url: `/v1/keys/${viewers.id}`,
      headers: bearer(us.keys.admin),
    })
    await stream.ended
  })

  test('refuses who has no key before anything is opened', async () => {
    const response = await fetch(url)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { code: 'access.unauthenticated' } })
  })

  test('ends every stream when the server stops, without keeping it waiting', async () => {
    const other = await openWorld()
    const address = await other.app.listen({ port: 0, host: '127.0.0.1' })
    const team = await other.addTeam()
    const stream = await openEvents(`${address}/v1/events`, team.keys.viewer)
    await stream.next(/retry/)
    const figures = (await other.app.inject('/metrics')).body
    expect(figures).toContain('teamlore_live_streams 1')
    await other[Symbol.asyncDispose]()
    expect(await stream.ended).toContain('retry')
  })
})
