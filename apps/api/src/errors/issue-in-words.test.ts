import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, edgeApp } from '../testing/edge-app.ts'

let app: FastifyInstance
beforeAll(() => {
  app = edgeApp()
})
afterAll(() => app.close())

test.each([
  ['search?limit=abc', 'query.limit: must be a number'],
  ['search?limit=1.5', 'query.limit: must be a whole number'],
  ['search?limit=0', 'query.limit: must be at least 1'],
  ['search?limit=101', 'query.limit: must be at most 100'],
  ['search?scope=town', 'query.scope: must be one of all, session, project, knowledge'],
  [`search?branch=${'x'.repeat(501)}`, 'query.branch: must have at most 500 characters'],
  ['sessions?tag=a&tag=b', 'query.tag: may be given once, and is here 2 times'],
  ['search?q=a&limit=1&limit=2&limit=3', 'query.limit: may be given once, and is here 3 times'],
  ['search?scope=all&scope=session', 'query.scope: may be given once, and is here 2 times'],
  ['sessions?after=2026-01-01&after=2026-01-02', 'query.after: may be given once'],
  ['records', 'query.ids: is missing: it must be text'],
  ['records?ids=', 'query.ids: must not be empty'],
  ['sessions/nonsense', 'path.id: must look like'],
])('/v1/%s is refused by what to write instead: %s', async (address, words) => {
  const answer = await app.inject({ url: `/v1/${address}`, headers: bearer('tlk_viewer') })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().error.message).toContain(`${words}`)
  expect(answer.json().error.message).not.toMatch(/Invalid|expected|NaN|Too (?:big|small)/)
})
