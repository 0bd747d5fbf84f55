import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { edgeApp } from '../testing/edge-app.ts'
import { connectMcp, ERAS, sentTextOf } from '../testing/mcp-client.ts'
import type { McpOffering } from './server/offering.ts'
import { CONFORMANCE } from './testing/conformance/conformance-offering.ts'

let app: FastifyInstance
afterEach(() => app.close())

const open = async (offering?: McpOffering): Promise<string> => {
  app = edgeApp({ config: { publicUrl: 'http://127.0.0.1' }, offering })
  return `${await app.listen({ port: 0, host: '127.0.0.1' })}/mcp`
}

describe.each(Object.entries(ERAS))('what /mcp offers in %s', (_name, era) => {
  const namesAt = async (url: string) => {
    const client = await connectMcp(url, { key: 'tlk_member', era })
    const { tools } = await client.listTools()
    const { prompts } = await client.listPrompts()
    const { resources } = await client.listResources()
    await client.close()
    return [...tools, ...prompts, ...resources].map(({ name }) => name)
  }

  test('is nothing of what the conformance suite calls, as long as nobody hands it in', async () => {
    const names = await namesAt(await open())
    expect(names).toContain('lore_search')
    expect(names).toContain('handover')
    expect(names.filter((name) => !/^lore_|^(brief|onboard|why|handover)$/.test(name))).toEqual([])
  })

  test('is what is handed in, beside its own and behind the same door', async () => {
    const url = await open(CONFORMANCE)
    const names = await namesAt(url)
    expect(names).toEqual(
      expect.arrayContaining(['lore_search', 'test_simple_text', 'test_simple_prompt', 'watched']),
    )
    const client = await connectMcp(url, { key: 'tlk_member', era })
    const answer = await client.callTool({ name: 'test_simple_text', arguments: {} })
    expect(sentTextOf(answer)).toBe('This is a simple text response for testing.')
    await client.close()
    await expect(connectMcp(url, { key: 'tlk_nobody', era })).rejects.toThrow()
  })
})
