import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'
import { textAnswer } from './content.tools.ts'

const CONTACT = fromJsonSchema({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema; nobody awaits it
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
})

const region = { type: 'string', 'x-mcp-header': 'Region' } as const
const REGION = fromJsonSchema({ type: 'object', properties: { region } })

/** Tools that are about their schema: its keywords in the list of tools, and an argument that is repeated in a header. */
export const registerSchemaTools = (server: McpServer): void => {
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Repeats a contact.', inputSchema: CONTACT },
    (contact) => textAnswer(JSON.stringify(contact)),
  )
  server.registerTool(
    'test_x_mcp_header',
    { description: 'Repeats a region.', inputSchema: REGION },
    (args) => textAnswer(JSON.stringify(args)),
  )
}
