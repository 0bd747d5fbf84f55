import type {
  ElicitRequestFormParams,
  McpServer,
  ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { textAnswer } from './content.tools.ts'

type AskedSchema = ElicitRequestFormParams['requestedSchema']

const USER: AskedSchema = {
  type: 'object',
  properties: { username: { type: 'string' }, email: { type: 'string' } },
  required: ['username', 'email'],
}

const DEFAULTS: AskedSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
}

const OPTIONS = ['option1', 'option2', 'option3']
const titled = (kind: string) =>
  ['First', 'Second', 'Third'].map((which, index) => ({
    const: `value${index + 1}`,
    title: `${which} ${kind}`,
  }))

const ENUMS: AskedSchema = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: OPTIONS },
    titledSingle: { type: 'string', oneOf: titled('Option') },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
    titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
  },
}

const elicit = async ({ mcpReq }: ServerContext, message: string, requestedSchema: AskedSchema) => {
  const { action, content } = await mcpReq.elicitInput({ mode: 'form', message, requestedSchema })
  return textAnswer(
    `Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`,
  )
}

/** Tools of the 2025 protocol that ask their client something while it waits, which a server without sessions cannot. */
export const registerAskingTools = (server: McpServer): void => {
  server.registerTool(
    'test_sampling',
    { description: "Asks the client's model.", inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const { content } = await mcpReq.requestSampling({
        messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
        maxTokens: 100,
      })
      const [first] = [content].flat()
      return textAnswer(`LLM response: ${first?.type === 'text' ? first.text : ''}`)
    },
  )
  server.registerTool(
    'test_elicitation',
    { description: 'Asks the person.', inputSchema: z.object({ message: z.string() }) },
    ({ message }, context) => elicit(context, message, USER),
  )
  server.registerTool(
    'test_elicitation_sep1034_defaults',
    { description: 'Asks the person, with an answer for everything.' },
    (context) => elicit(context, 'Are these right?', DEFAULTS),
  )
  server.registerTool(
    'test_elicitation_sep1330_enums',
    { description: 'Asks the person to choose.' },
    (context) => elicit(context, 'Which ones?', ENUMS),
  )
}
