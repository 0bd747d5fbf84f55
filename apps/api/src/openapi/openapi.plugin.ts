import swagger, { type SwaggerTransformObject } from '@fastify/swagger'
import { SESSION_COOKIE } from '@teamlore/shared'
import type { FastifyInstance, FastifySchema } from 'fastify'
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from 'fastify-type-provider-zod'
import { NO_BODY, NO_QUERY } from '../routing/mount-routes.ts'
import { componentRegistry } from './components.ts'
import { finishDocument } from './finish-document.ts'

type Options = { publicUrl: string; version: string }

const DESCRIPTION = `What your team's coding agents did, why, and what was learnt, for people, scripts and agents.

Send an API key as \`Authorization: Bearer tlk_…\`. Lists page by cursor: pass \`next_cursor\` back as \`cursor\`. Every
error has the same shape; its \`message\` says what to do next, its \`code\` is stable. Ids may be shortened to a unique
prefix. Coding agents are better served by the MCP endpoint at \`/mcp\`, with the same key.`

const TAGS = [
  { name: 'Ingest', description: 'How sessions come in.' },
  { name: 'Sessions', description: 'What was said and done.' },
  { name: 'Knowledge', description: 'What was distilled from it.' },
  {
    name: 'Memories',
    description: 'What the team holds to be so, why, since when, and where it comes from.',
  },
  {
    name: 'Memory files',
    description: 'What coding tools read in files such as CLAUDE.md, mirrored from machines.',
  },
  {
    name: 'Commits',
    description: 'What git knows, without code, and the sessions behind it.',
  },
  {
    name: 'Lorebooks',
    description: 'Knowledge graphs of Markdown files, after schemas of their own.',
  },
  { name: 'Code', description: 'Files of projects and what imports what; never code itself.' },
  { name: 'Forgetting', description: 'Having what was kept forgotten, and undoing that.' },
  { name: 'Search', description: 'Finding it again, within a budget of tokens.' },
  { name: 'Team', description: 'Whose it is.' },
  { name: 'Access', description: 'Keys and signing in.' },
  { name: 'Operations', description: 'How the service itself is doing.' },
]

/** A body and a query that must be empty are none. */
const withoutNothing = (schema: FastifySchema): FastifySchema => {
  const { body, querystring, ...others } = schema
  return {
    ...others,
    ...(body !== undefined && body !== NO_BODY && { body }),
    ...(querystring !== undefined && querystring !== NO_QUERY && { querystring }),
  }
}

/** Collects every route declared after it into one OpenAPI 3.1 document. */
export const registerOpenApi = async (
  app: FastifyInstance,
  { publicUrl, version }: Options,
): Promise<void> => {
  const schemaRegistry = componentRegistry()
  const transform = createJsonSchemaTransform({ schemaRegistry })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Teamlore',
        version,
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl }],
      tags: TAGS,
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `tlk_…`.' },
          browser: {
            type: 'apiKey',
            in: 'cookie',
            name: SESSION_COOKIE,
            description:
              'The cookie of a signed-in browser, on requests from the dashboard itself.',
          },
        },
      },
    },
    transform: (route) => transform({ ...route, schema: withoutNothing(route.schema) }),
    transformObject: (document) => {
      const object = createJsonSchemaTransformObject({ schemaRegistry })(document)
      const plain = JSON.parse(JSON.stringify(object))
      return finishDocument(plain) as unknown as ReturnType<SwaggerTransformObject>
    },
  })
}

/** The document as served, made once: nothing in it changes while the process runs. */
export const registerOpenApiDocument = (app: FastifyInstance): void => {
  let text: string | undefined
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    text ??= JSON.stringify(app.swagger())
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(text)
  })
}
