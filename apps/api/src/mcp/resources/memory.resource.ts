import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { DomainError } from '@teamlore/core'
import { frame, framed } from '../quoting/frame.ts'
import { QUOTED, quoted } from '../quoting/quote.ts'
import type { ToolContext } from '../tool.ts'

/** A memory is a few hundred tokens; this is for one with very much evidence. */
const WHOLE = 20_000
const TEMPLATE = 'lore://memory/{id}'

const UNEXPECTED = 'Something went wrong on the Teamlore server. Try again once.'

/**
 * `lore://memory/mem_…`: a memory with its thread and evidence, for a person to put in front of their agent. What `lore_get` says of
 * it, in the same frame.
 */
export const registerMemoryResource = (
  server: McpServer,
  { useCases, scope, onError }: Pick<ToolContext, 'useCases' | 'scope' | 'onError'>,
): void => {
  server.registerResource(
    'memory',
    new ResourceTemplate(TEMPLATE, { list: undefined }),
    {
      title: 'A memory of the team',
      description:
        'What the team holds to be so, why, since when, what it replaced, and the evidence. By its id, or a unique beginning of one.',
      mimeType: 'text/markdown',
    },
    async (uri, { id }) => {
      const typed = decodeURIComponent(String(id)).trim().slice(0, 60)
      const text = await textOf(typed)
      return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text }] }
    },
  )

  const textOf = async (id: string): Promise<string> => {
    if (!id.startsWith('mem_')) throw new Error(`"${quoted(id)}" is no id of a memory (mem_…).`)
    const found = await useCases
      .getRecords(scope, { ids: [id], budget_tokens: WHOLE })
      .catch((error: unknown) => {
        if (error instanceof DomainError) throw new Error(quoted(error.message))
        onError('resource memory', error)
        throw new Error(UNEXPECTED)
      })
    const [record] = found.items
    if (record === undefined)
      throw new Error('There is no such memory in your team, or it is private to somebody else.')
    return framed(`${QUOTED}\n${frame('record', { id: record.id }, [quoted(record.text)])}`)
  }
}
