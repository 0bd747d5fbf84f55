import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { McpServer } from '@modelcontextprotocol/server'
import { sentTextOf } from '../../testing/mcp-client.ts'
import type { Answer } from '../budget.ts'
import { toolsOf } from '../server/toolsets.ts'
import type { ToolContext } from '../tool.ts'

/** Calls one tool as a client does, without the network. Fails when the tool refuses. */
export const runTool = async (
  name: string,
  context: ToolContext,
  args: Record<string, unknown>,
): Promise<Answer<unknown>> => {
  const server = new McpServer({ name: 'test', version: '1.0.0' })
  for (const tool of toolsOf('core,home')) tool.register(server, context)
  const [here, there] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1.0.0' })
  await Promise.all([server.connect(there), client.connect(here)])
  try {
    const result = await client.callTool({ name, arguments: args })
    if (result.isError) throw new Error(sentTextOf(result))
    return { text: sentTextOf(result), data: result.structuredContent }
  } finally {
    await client.close()
  }
}
