import { createHmac } from 'node:crypto'
import { armOf } from '@teamlore/shared/holdout-arms'
import type { Canaries } from './canaries.ts'
import type { Caller, ErasureServer } from './erasure-server.ts'

/** Who hears of memories, and who sends some. */
export type Outside = { hook: string; secret: string }

/** An address that events of memories go to, which answers nobody, and one that a tool sends to. */
export const openOutside = async ({ admin }: ErasureServer): Promise<Outside> => {
  await admin('POST', '/v1/webhooks', {
    url: 'https://hooks.invalid/memories',
    events: ['memory.activated', 'memory.superseded', 'memory.stale', 'review.waiting'],
  })
  const { hook, secret } = await admin<{ hook: { id: string }; secret: string }>(
    'POST',
    '/v1/incoming-hooks',
    { name: 'builds' },
  )
  return { hook: hook.id, secret }
}

/** How sessions of the person began, of those that came in and of some that never do. */
export const plantBeginnings = async (
  { admin }: ErasureServer,
  { ask }: { ask: Caller },
  canaries: Canaries,
  { remote, prefix, count }: { remote: string; prefix: string; count: number },
): Promise<void> => {
  const project = encodeURIComponent(remote)
  const read = () =>
    ask<{ split: { project_id: string; round: string; share: number } | null }>(
      'GET',
      `/v1/context?project=${project}&split=true`,
    )
  const { items } = await ask<{ items: { project: { id: string } | null }[] }>(
    'GET',
    `/v1/sessions?project=${project}&limit=1`,
  )
  const id = items[0]?.project?.id ?? ''
  await admin('PUT', `/v1/projects/${id}/holdout`, { share: 40 })
  const { split } = await read()
  if (split === null) throw new Error('Sessions are not parted.')
  const { round, project_id } = split
  const names = [
    ...Array.from({ length: count }, (_, n) => `${prefix}-${n}`),
    ...Array.from({ length: 5 }, () => canaries.of('name of a session that never comes in')),
  ]
  const { taken } = await ask<{ taken: number }>('POST', '/v1/holdout/arms', {
    arms: names.map((session) => ({
      tool: 'claude-code',
      session,
      project_id,
      round,
      arm: armOf(split, session),
      began_at: new Date().toISOString(),
    })),
  })
  if (taken !== names.length) throw new Error(`Only ${taken} of ${names.length} arms were taken.`)
}

/** Drafts that a tool sends about the person; they are nobody's, so each is forgotten by its id. */
export const plantOutside = async (
  { admin, send }: ErasureServer,
  { hook, secret }: Outside,
  canaries: Canaries,
): Promise<string[]> => {
  const words = Array.from({ length: 3 }, () => canaries.of('draft of a tool'))
  for (const [n, word] of words.entries()) {
    const body = {
      type: 'memory.draft',
      data: {
        statement: `Releases of ${word} wait for ${n + 2} people.`,
        reason: `Because ${canaries.of('reason of a tool')} asked for it.`,
      },
    }
    const headers = signed(secret, `msg-${n}`, JSON.stringify(body))
    const { status, body: answer } = await send(`/v1/hooks/in/${hook}`, {
      method: 'POST',
      body,
      headers,
    })
    if (status >= 300) throw new Error(`A tool was refused: ${status} ${JSON.stringify(answer)}`)
  }
  const { items } = await admin<{ items: { id: string; statement: string }[] }>(
    'GET',
    '/v1/memories?status=draft&limit=200',
  )
  const drafts = items.filter(({ statement }) => words.some((word) => statement.includes(word)))
  if (drafts.length !== words.length)
    throw new Error(`${drafts.length} of ${words.length} drafts came in.`)
  return drafts.map(({ id }) => id)
}

/** By the form of Standard Webhooks. */
const signed = (secret: string, id: string, body: string): Record<string, string> => {
  const timestamp = Math.floor(Date.now() / 1000)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${mac}`,
  }
}
