import { createSmtpSender } from '@teamlore/hosts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import { openMailbox } from '../../testing/mailbox.ts'
import { openWorld, type World, type WorldTeam } from '../../testing/world.ts'

let world: World
let us: WorldTeam
beforeAll(async () => {
  // Nothing is sent by the API itself: that there is a sender is enough.
  const sendMail = createSmtpSender({ url: 'smtp://127.0.0.1:1', from: 'lore@lore.test' })
  world = await openWorld({}, { sendMail })
  us = await world.addTeam('Ann')
})
afterAll(() => world[Symbol.asyncDispose]())

const ask = (method: 'GET' | 'PUT', key: string, payload?: object) =>
  world.app.inject({
    method,
    url: '/v1/me/digest',
    headers: bearer(key),
    ...(payload && { payload }),
  })

test('a member reads the week and has it by mail, and no longer', async () => {
  const before = (await ask('GET', us.keys.member)).json()
  expect(before).toMatchObject({ mail: { weekly: false, can_send: true, error: null } })
  expect(before.digest).toMatchObject({ decisions: { count: 0, items: [] }, review: { count: 0 } })
  const answer = await ask('PUT', us.keys.member, { weekly: true })
  expect(answer.json().mail?.weekly ?? answer.json().error.code).toBe(
    before.mail.address === null ? 'digest.no_address' : true,
  )
  expect((await ask('PUT', us.keys.member, { weekly: false })).json().mail.weekly).toBe(false)
})

test('what is no answer to the question is refused, and so is who is not known', async () => {
  for (const payload of [{}, { weekly: 'yes' }, { weekly: true, to: 'eve@else.test' }])
    expect((await ask('PUT', us.keys.member, payload)).statusCode).toBe(400)
  expect((await world.app.inject({ url: '/v1/me/digest' })).statusCode).toBe(401)
})

test('what a mail server says of an address is repeated without it', async () => {
  const mailbox = await openMailbox()
  const send = createSmtpSender({ url: mailbox.url, from: 'lore@lore.test' })
  const failed = await send({ to: 'refused.Flo@example.com', subject: 'x', text: 'x' }).catch(
    (error: Error) => error,
  )
  await mailbox.close()
  const { message = '', stack = '' } = failed ?? {}
  expect(message).toContain('550 No mailbox')
  expect(JSON.stringify([{ ...failed }, message, stack])).not.toMatch(/flo|example/i)
})
