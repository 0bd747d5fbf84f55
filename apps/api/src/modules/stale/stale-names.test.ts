import { expect, test } from 'vitest'
import { bearer, edgeApp } from '../../testing/edge-app.ts'

test.each([
  ['/v1/stale/reported', { reported: 2 }],
  ['/v1/stale/told', { told: 2 }],
])(
  'stale memories are marked as reported by %s, which answers in its own words',
  async (url, answer) => {
    const marked: (readonly string[])[] = []
    const app = edgeApp({
      useCases: {
        markStaleReported: async (_, { ids }) => {
          marked.push(ids)
          return { reported: ids.length }
        },
      },
    })
    const ids = ['mem_01k9x2f0', 'mem_01k9x2f1']
    const headers = bearer('tlk_member')
    const response = await app.inject({ method: 'POST', url, headers, payload: { ids } })
    expect([response.statusCode, response.json()]).toEqual([200, answer])
    expect(marked).toEqual([ids])
    await app.close()
  },
)
