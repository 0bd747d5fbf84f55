import { describe, expect, test } from 'vitest'
import { bearer, edgeApp } from '../testing/edge-app.ts'

const stats = {
  sessions: 1,
  messages: 2,
  prompts: 3,
  observations: 4,
  summaries: 5,
  documents: 6,
  embedded: 7,
  projects: 8,
  tools: [],
}

describe('what leaves', () => {
  const ask = async (answer: object) => {
    const app = edgeApp({ useCases: { getStats: async () => answer as typeof stats } })
    const response = await app.inject({ url: '/v1/stats', headers: bearer('tlk_viewer') })
    await app.close()
    return response
  }

  test('is what the contract names, and nothing a use case lets slip', async () => {
    const response = await ask({
      ...stats,
      key_hash: 'secret',
      tools: [{ tool: 'x', sessions: 1, cwd: '/home' }],
    })
    expect(response.json()).toEqual({ ...stats, tools: [{ tool: 'x', sessions: 1 }] })
  })

  test('is nothing at all when it does not fit the contract', async () => {
    const response = await ask({ ...stats, sessions: 'many' })
    expect(response.statusCode).toBe(500)
    expect(response.json().error.code).toBe('internal')
    expect(response.body).not.toContain('many')
  })
})
