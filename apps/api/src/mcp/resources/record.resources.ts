import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { DomainError } from '@teamlore/core'
import { frame, framed } from '../quoting/frame.ts'
import { QUOTED, quoted } from '../quoting/quote.ts'
import type { ToolContext } from '../tool.ts'

/** A memory is a few hundred tokens, a session many thousand; this is for one with very much to it. */
const WHOLE = 20_000

const UNEXPECTED = 'Something went wrong on the Teamlore server. Try again once.'

type RecordResource = {
  name: 'memory' | 'session' | 'entity'
  prefix: string
  title: string
  description: string
}

const RESOURCES: readonly RecordResource[] = [
  {
    name: 'memory',
    prefix: 'mem_',
    title: 'A memory of the team',
    description:
      'What the team holds to be so, why, since when, what it replaced, and the evidence. By its id, or a unique beginning of one.',
  },
  {
    name: 'session',
    prefix: 'ses_',
    title: 'A session',
    description:
      'What a session was asked, did and found. By its id, or a unique beginning of one.',
  },
  {
    name: 'entity',
    prefix: 'ent_',
    title: 'An entity of a lorebook',
    description:
      'An entity with its type, layer and text, as your role sees it. By its id, or a unique beginning of one.',
  },
]

/**
 * `lore://memory/mem_…` and the like: a record, for a person to put in front of their agent. What `lore_get` says of it, in the same
 * frame.
 */
export const registerRecordResources = (
  server: McpServer,
  { useCases, scope, onError }: Pick<ToolContext, 'useCases' | 'scope' | 'onError'>,
): void => {
  for (const { name, prefix, title, description } of RESOURCES)
    server.registerResource(
      name,
      new ResourceTemplate(`lore://${name}/{id}`, { list: undefined }),
      { title, description, mimeType: 'text/markdown' },
      async (uri, { id }) => {
        const typed = decoded(String(id)).trim().slice(0, 60)
        if (!typed.startsWith(prefix))
          throw wrongId(`"${quoted(typed)}" is no id of ${aOf(name)} (${prefix}…).`)
        const text = await textOf(name, typed)
        return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text }] }
      },
    )

  const textOf = async (name: RecordResource['name'], id: string): Promise<string> => {
    const found = await useCases
      .getRecords(scope, { ids: [id], budget_tokens: WHOLE })
      .catch((error: unknown) => {
        if (error instanceof DomainError) throw wrongId(quoted(error.message))
        onError(`resource ${name}`, error)
        throw new Error(UNEXPECTED)
      })
    const [record] = found.items
    if (record === undefined)
      throw wrongId(`There is no such ${name} in your team, or it is private to somebody else.`)
    return framed(`${QUOTED}\n${frame('record', { id: record.id }, [quoted(record.text)])}`)
  }
}

/** It is what was asked for that is wrong, and not the server. */
const wrongId = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

const decoded = (id: string): string => {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

const aOf = (name: RecordResource['name']): string =>
  name === 'entity' ? 'an entity' : `a ${name}`
