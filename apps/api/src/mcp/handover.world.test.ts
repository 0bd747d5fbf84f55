import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectMcp, ERAS, textOf } from '../testing/mcp-client.ts'
import { openWorld, type World, type WorldTeam } from '../testing/world.ts'

describe('handing over by MCP, on a real database', () => {
  let world: World
  let url: string
  let us: WorldTeam
  let session: string

  beforeAll(async () => {
    world = await openWorld()
    url = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/mcp`
    us = await world.addTeam('Ann')
    session = (await us.fill())[0] ?? ''
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const findingOf = (quote: string) => ({
    kind: 'gotcha',
    title: 'The upload of the heron gives up after its first try.',
    subject: 'upload',
    attribute: 'attempts',
    value: '1',
    quotes: [quote],
  })

  describe.each(Object.entries(ERAS))('in %s', (_name, era) => {
    test('a member’s agent is asked by the prompt, and hands over by the tool', async () => {
      const client = await connectMcp(url, { key: us.keys.member, era })
      expect((await client.listPrompts()).prompts).toMatchObject([
        { name: 'brief' },
        { name: 'onboard' },
        { name: 'why' },
        { name: 'handover', arguments: [{ name: 'session', required: false }] },
      ])
      const asked = await client.getPrompt({
        name: 'handover',
        arguments: { session: 'native-heron' },
      })
      expect(asked.messages).toMatchObject([
        {
          role: 'user',
          content: { text: expect.stringMatching(/lore_handover[\s\S]*session: "native-heron"$/) },
        },
      ])
      const { tools } = await client.listTools()
      expect(tools.find(({ name }) => name === 'lore_handover')?.annotations).toMatchObject({
        readOnlyHint: false,
        destructiveHint: false,
      })
      const answer = await client.callTool({
        name: 'lore_handover',
        arguments: {
          session: 'native-heron',
          findings: [
            findingOf('export const MAX_ATTEMPTS = 1 // kestrelBackoff'),
            findingOf('words that nobody ever said in it'),
            { ...findingOf('export const MAX_ATTEMPTS = 1 // kestrelBackoff'), value: '77' },
          ],
        },
      })
      expect(answer.isError, textOf(answer)).toBeFalsy()
      expect(answer.structuredContent).toMatchObject({
        session_id: session,
        findings: [
          { state: 'found', reason: null },
          { state: 'waiting', message_id: null },
          { state: 'refused', reason: 'The number 77 stands nowhere in the session.' },
        ],
      })
      expect(textOf(answer)).toMatch(/Borne out: .*\nNot in what has arrived.*\nRefused: /)
      await client.close()
    })

    test('a viewer’s agent is neither asked nor offered it', async () => {
      const client = await connectMcp(url, { key: us.keys.viewer, era })
      expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain(
        'lore_handover',
      )
      expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual([
        'brief',
        'onboard',
        'why',
      ])
      await client.close()
    })
  })

  test('what became of it is read by who handed it over, and by no other team', async () => {
    const handOver = await world.app.inject({
      method: 'POST',
      url: '/v1/handovers',
      headers: { authorization: `Bearer ${us.keys.member}` },
      payload: {
        session: 'native-heron',
        findings: [
          {
            kind: 'gotcha',
            title: 'The upload of the heron gives up after its first try.',
            evidence: [{ quote: 'export const MAX_ATTEMPTS = 1 // kestrelBackoff' }],
          },
        ],
      },
    })
    const { id } = handOver.json() as { id: string }
    const read = (key: string, typed = id) =>
      world.app.inject({
        method: 'GET',
        url: `/v1/handovers/${typed}`,
        headers: { authorization: `Bearer ${key}` },
      })
    expect((await read(us.keys.member)).json()).toMatchObject({
      id,
      session_id: session,
      findings: [{ state: 'found' }],
    })
    const other = await read((await world.addTeam('Bo')).keys.member)
    expect(other.statusCode).toBe(404)
    expect(other.json()).toMatchObject({ error: { code: 'handover.not_found' } })
  })

  test('a finding without a quote is refused with a sentence', async () => {
    const client = await connectMcp(url, { key: us.keys.member })
    const answer = await client.callTool({
      name: 'lore_handover',
      arguments: { findings: [{ ...findingOf('x'), quotes: [] }] },
    })
    expect(answer.isError).toBe(true)
    expect(textOf(answer)).toMatch(/findings\.0\.quotes/)
    await client.close()
  })
})
