import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANSWER, GAUGE_SESSIONS, QUESTION } from '../testing/gauge-sessions.ts'
import { connectMcp, textOf } from '../testing/mcp-client.ts'
import { answersWith, startReadingModel } from '../testing/reading-model.ts'
import { openWorld, type World, type WorldTeam } from '../testing/world.ts'

let reader: Awaited<ReturnType<typeof startReadingModel>>
let world: World
let team: WorldTeam
let url: string
beforeAll(async () => {
  reader = await startReadingModel(answersWith(ANSWER))
  world = await openWorld({}, { languageModel: reader.model })
  team = await world.addTeam()
  await team.fill(GAUGE_SESSIONS)
  url = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/mcp`
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await reader[Symbol.asyncDispose]()
})

const asked = `/v1/search?q=${encodeURIComponent(QUESTION)}`

test('by REST verdicts come where they are asked for, and the model is left alone elsewhere', async () => {
  const plain = (await team.ask(asked)).json()
  expect(plain.judged).toBeUndefined()
  expect(reader.calls).toHaveLength(0)
  const judged = (await team.ask(`${asked}&judge=true`)).json()
  expect(judged.items.map(({ id }: { id: string }) => id)).toEqual(
    plain.items.map(({ id }: { id: string }) => id),
  )
  expect(judged.judged).toMatchObject({ state: 'done', answering: 1 })
  expect(judged.items).toContainEqual(
    expect.objectContaining({ verdict: { says: 'answers', quote: ANSWER } }),
  )
})

test('a page goes on with or without verdicts', async () => {
  const first = (await team.ask(`${asked}&limit=1&judge=true`)).json()
  const next = (await team.ask(`${asked}&limit=1&cursor=${first.next_cursor}`)).json()
  expect(next.items).toHaveLength(1)
  expect(next.items[0].id).not.toBe(first.items[0].id)
})

test('sessions are not judged, which is said', async () => {
  const { notes } = (await team.ask(`/v1/search/sessions?q=gauge&judge=true`)).json()
  expect(notes.join()).toContain('There is no field "judge"')
})

test('by MCP each result says its verdict within the budget, and the model is asked once', async () => {
  const client = await connectMcp(url, { key: team.keys.viewer })
  const before = reader.calls.length
  for (const budget_tokens of [2_000, 300]) {
    const answer = await client.callTool({
      name: 'lore_search',
      arguments: { query: QUESTION, judge: true, budget_tokens },
    })
    const data = answer.structuredContent as { tokens: number; judged: { state: string } }
    expect(data.judged.state).toBe('done')
    expect(data.tokens).toBeLessThanOrEqual(budget_tokens)
    expect(textOf(answer)).toContain('Verdict: ')
  }
  expect(reader.calls).toHaveLength(before + 2)
  const whole = await client.callTool({
    name: 'lore_search',
    arguments: { query: QUESTION, judge: true },
  })
  expect(textOf(whole)).toContain(`Verdict: answers: “${ANSWER}”`)
  expect(textOf(whole)).toContain('Verdict: does not answer')
  await client.close()
})
