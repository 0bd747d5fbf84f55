import type { McpServer, ServerOptions } from '@modelcontextprotocol/server'
import { roleCovers } from '@teamlore/shared/roles'
import { registerHandoverPrompt } from '../prompts/handover.prompt.ts'
import { registerKnowledgePrompts } from '../prompts/knowledge.prompts.ts'
import { registerRecordResources } from '../resources/record.resources.ts'
import type { Tool, ToolContext } from '../tool.ts'
import { INSTRUCTIONS } from './instructions.ts'

/** What a server says it can do, and the tools, prompts and resources that it then has. */
export type McpOffering = {
  options: ServerOptions
  /** `tools` are those that the door lets this caller use. */
  register: (server: McpServer, context: ToolContext, tools: readonly Tool[]) => void
}

/** Lists of tools change with a new version only. */
const LISTED_FOR_MS = 300_000

/** What Teamlore offers: the team's knowledge. */
export const TEAM_KNOWLEDGE: McpOffering = {
  options: {
    instructions: INSTRUCTIONS,
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false },
      prompts: { listChanged: false },
    },
    cacheHints: { 'tools/list': { ttlMs: LISTED_FOR_MS, cacheScope: 'private' } },
  },
  register: (server, context, tools) => {
    registerKnowledgePrompts(server, context)
    // Whoever may not hand anything over is not asked to.
    if (roleCovers(context.scope.role, 'member')) registerHandoverPrompt(server)
    registerRecordResources(server, context)
    for (const tool of tools) tool.register(server, context)
  },
}
