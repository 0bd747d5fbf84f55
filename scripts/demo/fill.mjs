// Fills a server that runs with a made-up team, by the same routes as everybody else.
import { DEMO_MEMORIES } from './memories.mjs'
import { demoCapture, demoCode, demoSessions } from './sessions.mjs'

/** @param {{ url: string, key: string }} server with the key of its first person. */
export const fillDemo = async ({ url, key }, now = Date.now()) => {
  const ask = async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  await ask('PUT', '/v1/team', { name: 'Harbour' })
  await ask('PUT', '/v1/me', { name: 'Ana' })
  await ask('POST', '/v1/ingest', demoSessions(now))
  await ask('POST', '/v1/code-graph', demoCode(now, false))
  const ids = []
  for (const memory of DEMO_MEMORIES) ids.push((await ask('POST', '/v1/memories', memory)).id)
  await ask('POST', '/v1/code-graph', demoCode(now, true))
  await ask('PUT', '/v1/capture', demoCapture(now))
  await ask('POST', '/v1/distil-leases/answers', {
    tool: 'claude',
    holder: 'ana-laptop',
    call: {
      id: 'call-of-the-demo',
      model: 'haiku',
      usage: { input_tokens: 58_000, output_tokens: 3_100, usd: 0.09 },
    },
    answers: [{ lease_id: 'evt_demo', question_id: 'x', kind: 'segment', failure: 'released' }],
  })
  return { ask, ids }
}
