import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HostError } from '@teamlore/shared/code-hosts'
import { createOutboundSocket } from '@teamlore/shared/outbound'
import type { SlackEnvelope, SlackSocketEnd } from '@teamlore/shared/slack-host'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type SlackStandIn, startSlack } from '../testing/slack-server.ts'
import { mayOpenAt, newApp } from './addresses.ts'
import { createSlack } from './create-slack.ts'

const host = createSlack({ allowedHosts: { names: new Set(['127.0.0.1']), ranges: [] } })
const TOKEN = 'xapp-1'

let slack: SlackStandIn
let heard: SlackEnvelope[]
let ended: SlackSocketEnd[]
beforeEach(async () => {
  slack = await startSlack()
  slack.state.appTokens.add(TOKEN)
  heard = []
  ended = []
})
afterEach(() => slack[Symbol.asyncDispose]())

const open = (token = TOKEN) =>
  host.openSocket(
    { apiUrl: slack.apiUrl, token },
    { hear: async (envelope) => void heard.push(envelope), end: (why) => void ended.push(why) },
  )

describe('a socket of Slack', () => {
  test('gives envelopes of any size as they are, and says that they were taken', async () => {
    const socket = await open()
    expect(socket.appId).toBe('A0LORE')
    for (const length of [1, 200, 70_000]) {
      const id = slack.sockets.send('events_api', { text: 'x'.repeat(length) })
      await vi.waitFor(() => expect(slack.sockets.isTaken(id)).toBe(true))
    }
    expect(heard.map(({ payload }) => (payload as { text: string }).text.length)).toEqual([
      1, 200, 70_000,
    ])
    socket.close()
    await vi.waitFor(() => expect(slack.sockets.count()).toBe(0))
    expect(ended).toEqual([])
  })

  test('that Slack cannot open, or opens for no token of an app, is a failure in words', async () => {
    await expect(open('xapp-of-nobody')).rejects.toMatchObject({ failure: 'unauthorized' })
    // A ticket that is used up is refused while the socket is being opened.
    slack.state.tickets.add = function (this: Set<string>) {
      return this
    }
    await expect(open()).rejects.toBeInstanceOf(HostError)
    expect(ended).toEqual([])
  })

  test('that breaks says so, and one that Slack wants replaced says that', async () => {
    await open()
    slack.sockets.disconnect('warning', 60_000)
    await vi.waitFor(() => expect(ended).toEqual(['refresh']))
    slack.sockets.cut()
    await vi.waitFor(() => expect(ended).toEqual(['refresh', 'lost']))
  })
})

test.each([
  ['wss://wss-primary.slack.com/link/?ticket=1', true],
  ['wss://slack.com/link', true],
  ['ws://wss-primary.slack.com/link', false],
  ['wss://slack.com.evil.test/link', false],
  ['wss://evilslack.com/link', false],
  ['https://slack.com/link', false],
  ['no address', false],
])('of %s it is %s that a socket of Slack may be there', (url, may) => {
  expect(mayOpenAt(url, 'https://slack.com/api')).toBe(may)
})

test('sockets into the network within are opened for nobody', async () => {
  const reached: unknown[] = []
  const inside = createServer()
  inside.on('connection', (stream) => reached.push(stream))
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
  const connect = createOutboundSocket({ names: new Set(), ranges: [] })
  for (const name of ['127.0.0.1', 'localhost'])
    await new Promise((resolve) =>
      connect(`ws://${name}:${(inside.address() as AddressInfo).port}/`).addEventListener(
        'error',
        resolve,
      ),
    )
  expect(reached).toEqual([])
  await new Promise((resolve) => inside.close(resolve))
})

test('an app with a socket is asked for without any address', () => {
  const asked = { webUrl: 'https://slack.com', pagesUrl: 'http://lore.local:4000', hookUrl: 'x' }
  const { manifest } = newApp({ ...asked, bySocket: true })
  expect(JSON.parse(manifest).settings.socket_mode_enabled).toBe(true)
  expect(manifest).not.toMatch(/"(url|request_url|redirect_urls)"/)
  expect(JSON.parse(newApp({ ...asked, bySocket: false }).manifest)).toMatchObject({
    settings: { socket_mode_enabled: false, interactivity: { request_url: 'x' } },
  })
})
