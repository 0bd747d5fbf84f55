import type { Client } from '@modelcontextprotocol/client'
import { MEMORY_LIMITS } from '@teamlore/shared/memories'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../testing/edge-app.ts'
import { connectMcp, sentTextOf } from '../testing/mcp-client.ts'
import { transcript } from '../testing/transcript.ts'
import { openWorld, type World, type WorldTeam } from '../testing/world.ts'
import { frameVariants } from './testing/frame-variants.ts'

/** PostgreSQL stores no character with code 0. */
const VARIANTS = frameVariants().filter((variant) => !variant.includes('\u0000'))
const HIDDEN =
  /(?![\t\n])\p{Cc}|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/u

/** So many together as a statement may hold, so that a few memories have them all. */
const statements = (): string[] => {
  const all = ['The heron frames hold']
  for (const variant of VARIANTS) {
    const longer = `${all.at(-1)} ${variant} ;`
    if (longer.length <= MEMORY_LIMITS.maxStatementChars - 20) all[all.length - 1] = longer
    else all.push(`The heron frames hold ${variant} ;`)
  }
  return all
}

const textsIn = (data: unknown): string[] => {
  if (typeof data === 'string') return [data]
  if (typeof data !== 'object' || data === null) return []
  return [...Object.keys(data), ...Object.values(data).flatMap(textsIn)]
}

describe(`${VARIANTS.length} ways to write a frame, in all that a team has`, () => {
  let world: World
  let us: WorldTeam
  let client: Client
  let session: string
  let memories: string[]

  beforeAll(async () => {
    world = await openWorld()
    us = await world.addTeam('Ann')
    const url = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/mcp`
    const hostile = VARIANTS.join(' ; ')
    const whole = transcript({ title: `Mend the heron ${hostile.slice(0, 400)}` })
    for (const { blocks } of whole.messages)
      for (const block of blocks)
        if (block.type === 'text' || block.type === 'tool_result') block.text += ` ${hostile}`
    session = (await us.fill([whole]))[0] ?? ''
    memories = []
    for (const statement of statements()) {
      const answer = await world.app.inject({
        method: 'POST',
        url: '/v1/memories',
        headers: bearer(us.keys.member),
        payload: { statement, reason: statement.slice(0, 300) },
      })
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      memories.push(answer.json().id)
    }
    client = await connectMcp(url, { key: us.keys.member })
  })
  afterAll(async () => {
    await client.close()
    await world[Symbol.asyncDispose]()
  })

  const expectQuoted = (said: string[], what: string) => {
    for (const text of said) {
      expect(HIDDEN.exec(text), what).toBeNull()
      const ours = text.replace(/<\/?lore_[a-z_]+_[a-z]{10}(?: [^>]*)?>/g, '')
      expect([what, VARIANTS.filter((variant) => ours.includes(variant))]).toEqual([what, []])
    }
  }

  const ask = async (name: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: args })
    const text = sentTextOf(result)
    const what = `${name} ${JSON.stringify(args)}`.slice(0, 200)
    expectQuoted([text, ...textsIn(result.structuredContent)], what)
    const names = new Set([...text.matchAll(/<\/?lore_[a-z_]+_([a-z]{10})/g)].map(([, own]) => own))
    expect([what, names.size]).toEqual([what, text.includes('<lore_') ? 1 : 0])
    return { text, isError: result.isError === true }
  }

  const large = { budget_tokens: 60_000 }
  test.each<[string, () => Record<string, unknown>]>([
    ['lore_search', () => ({ query: 'heron', limit: 50, budget_tokens: 6_000 })],
    ['lore_search', () => ({ query: 'heron frames', scope: 'knowledge', limit: 50 })],
    ['lore_get', () => ({ ids: memories.slice(0, 50), ...large })],
    ['lore_get', () => ({ ids: [session], around: 5, ...large })],
    ['lore_context', () => ({ query: 'heron frames', budget_tokens: 6_000 })],
    ['lore_context', () => ({ query: 'heron frames', budget_tokens: 6_000, format: 'xml' })],
    ['lore_why', () => ({ project: 'heron', path: 'src/upload.ts', budget_tokens: 6_000 })],
    ['lore_timeline', () => ({ query: 'heron', budget_tokens: 6_000 })],
    ['lore_list_sessions', () => ({})],
    ['lore_get_session', () => ({ id: session })],
    ['lore_get_session', () => ({ id: session, view: 'transcript', budget_tokens: 20_000 })],
    ['lore_update', () => ({ id: memories.at(-1), action: 'confirm' })],
  ])('none of them is left in an answer of %s', async (name, args) => {
    const { text, isError } = await ask(name, args())
    expect(isError, text).toBe(false)
    expect(text).toContain('[quoted] ')
  })

  test('nor in a memory that is read as a resource', async () => {
    for (const id of memories) {
      const { contents } = await client.readResource({ uri: `lore://memory/${id}` })
      expectQuoted(
        contents.map((one) => String((one as { text?: string }).text)),
        id,
      )
    }
  })

  test('nor in what refuses a call', async () => {
    for (const variant of VARIANTS.slice(0, 60)) {
      await ask('lore_why', { project: variant, path: variant })
      await ask('lore_get', { ids: [variant] })
      const { isError } = await ask('lore_search', { query: 'x', [variant]: 'no such field' })
      expect(isError).toBe(true)
    }
  })
})
