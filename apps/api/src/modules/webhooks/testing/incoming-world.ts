import { createHmac } from 'node:crypto'
import { readAsOwner } from '@teamlore/db/testing'
import { codeOf, openConnectingWorld } from '../../../testing/connecting/connecting-world.ts'

export { codeOf }

export type Hook = { id: string; url: string; secret: string }
type Sending = { secret?: string; id?: string; at?: number; signature?: string }

export const nowSeconds = () => Math.floor(Date.now() / 1000)

export const draft = (statement: string, more: object = {}) => ({
  type: 'memory.draft',
  data: { statement, ...more },
})

/** Two teams whose admins make addresses for tools, and a tool that signs what it sends. */
export const openIncomingWorld = async () => {
  const opened = await openConnectingWorld()
  const { world, us, call } = opened
  await us.fill()
  return {
    ...opened,
    add: async (key = us.keys.admin): Promise<Hook> => {
      const made = await call('POST', '/v1/incoming-hooks', { name: 'CI' }, key)
      if (made.statusCode !== 201) throw new Error(made.body)
      const { hook, secret } = made.json()
      return { id: hook.id, url: hook.url, secret }
    },
    send: (
      { id: hook, secret: own }: Hook,
      body: object | string,
      { secret = own, id = `msg_${Math.random()}`, at = nowSeconds(), signature }: Sending = {},
    ) => {
      const payload = typeof body === 'string' ? body : JSON.stringify(body)
      const key = Buffer.from(secret.slice(6), 'base64')
      const digest = createHmac('sha256', key).update(`${id}.${at}.${payload}`).digest('base64')
      return world.app.inject({
        method: 'POST',
        url: `/v1/hooks/in/${hook}`,
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(at),
          'webhook-signature': signature ?? `v1,${digest}`,
        },
        payload,
      })
    },
    memoriesOf: (statement: string) =>
      readAsOwner<{ status: string; origin: string; author_id: string | null }>(
        world.engine,
        `select status, origin, author_id from teamlore.memories where statement like '${statement}%'`,
      ),
    projectOf: async (teamId: string) => {
      const [project] = await readAsOwner<{ id: string }>(
        world.engine,
        `select id from teamlore.projects where team_id = '${teamId}' limit 1`,
      )
      return project?.id
    },
    hookOf: async ({ id }: Hook) =>
      (await call('GET', '/v1/incoming-hooks')).json().items.find((one: Hook) => one.id === id),
    eventsOf: async ({ id }: Hook) =>
      (await call('GET', `/v1/incoming-hooks/${id}/events`)).json().items,
    set: (statement: string) => readAsOwner(world.engine, `${statement} returning 1`),
  }
}

export type IncomingWorld = Awaited<ReturnType<typeof openIncomingWorld>>
