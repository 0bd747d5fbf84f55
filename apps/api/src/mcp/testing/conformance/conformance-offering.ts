import { type McpOffering, TEAM_KNOWLEDGE } from '../../server/offering.ts'
import { registerAskingTools } from './asking.tools.ts'
import { registerConformancePrompts } from './conformance.prompts.ts'
import { registerConformanceResources } from './conformance.resources.ts'
import { registerContentTools } from './content.tools.ts'
import { registerManyRoundsTools } from './many-rounds.tools.ts'
import { registerNotifyingTools } from './notifying.tools.ts'
import { registerOneRoundTools } from './one-round.tools.ts'
import { roundStates } from './round-state.ts'
import { registerSchemaTools } from './schema.tools.ts'

/**
 * What the conformance suite of the Model Context Protocol asks for by name (0.2.0-alpha.12), beside what Teamlore offers. It
 * reaches the door, the transport and the authorization of the product; nothing but tests and benches hands it in.
 */
export const CONFORMANCE: McpOffering = {
  options: {
    ...TEAM_KNOWLEDGE.options,
    capabilities: {
      ...TEAM_KNOWLEDGE.options.capabilities,
      resources: { listChanged: false, subscribe: true },
      logging: {},
      completions: {},
    },
    requestState: { verify: roundStates.verify },
  },
  register: (server, context, tools) => {
    TEAM_KNOWLEDGE.register(server, context, tools)
    registerContentTools(server)
    registerNotifyingTools(server)
    registerAskingTools(server)
    registerOneRoundTools(server)
    registerManyRoundsTools(server)
    registerSchemaTools(server)
    registerConformancePrompts(server)
    registerConformanceResources(server)
  },
}
