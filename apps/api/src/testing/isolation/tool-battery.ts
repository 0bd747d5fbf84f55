import type { Client } from '@modelcontextprotocol/client'
import { connectMcp, textOf } from '../mcp-client.ts'
import { isAskedBy } from './in-turn.ts'
import type { Stranger } from './isolation-world.ts'
import { OF_TEAM, PRIVATE, RESTRICTED } from './planting.ts'
import { TOOL_ASKS, type ToolAsks } from './tool-asks.ts'

/** Somebody from whom things are hidden, connected by the official client. */
export type Caller = Stranger & {
  client: Client
  offered: Set<string>
  /** Among all that ask; missing: this one asks everything. */
  place?: number
}

export const READERS = Object.entries(TOOL_ASKS).filter(([, { writes }]) => !writes)
export const WRITERS = Object.entries(TOOL_ASKS).filter(([, { writes }]) => writes)
/** Every tool there is, for who asks for them all. */
export const ALL_TOOLSETS = 'toolsets=core,lorebook,home'

/** Connects by their key, or by a token that they gave. */
export const connectAs = async (
  url: string,
  stranger: Stranger,
  key = stranger.key,
): Promise<Caller> => {
  const client = await connectMcp(url, { key })
  const { tools } = await client.listTools()
  return { ...stranger, client, offered: new Set(tools.map(({ name }) => name)) }
}

export const call = async (client: Client, name: string, args: Record<string, unknown>) => {
  const result = await client.callTool({ name, arguments: args })
  const answer = `${textOf(result)} ${JSON.stringify(result.structuredContent ?? null)}`
  return `${result.isError ? 'refused' : 'answered'} ${answer}`
}

const plansOf = ({ hidden }: Stranger) =>
  [PRIVATE, RESTRICTED, OF_TEAM].filter((plan) => hidden.includes(plan))

/** What is asked of a tool by words, as far as it is this one's turn; what two plans ask alike, once. */
export const argsOf = (stranger: Stranger & Pick<Caller, 'place'>, words: ToolAsks['words']) => [
  ...new Map(
    plansOf(stranger)
      .flatMap(words)
      .map((args) => [JSON.stringify(args), args] as const)
      .filter(([asked]) => stranger.place === undefined || isAskedBy(stranger.place, asked)),
  ).values(),
]

/** What each reading tool answers, by who asks, its name and its arguments. */
export const answersTo = async (caller: Caller, answers: Map<string, string>): Promise<void> => {
  for (const [name, { words }] of READERS)
    for (const args of argsOf(caller, words))
      if (caller.offered.has(name))
        answers.set(
          `${caller.name} ${name} ${JSON.stringify(args)}`,
          await call(caller.client, name, args),
        )
}

/** Ids of their own that calls made. */
export const withoutIds = (text: string, ids: Iterable<string>): string =>
  [...ids]
    .reduce((rest, id) => rest.replaceAll(id, '<id>'), text)
    .replace(/\b[a-z]{3,4}_[0-9a-z]{26}\b/g, '<id>')

/** What a resource says, or why it is refused. */
export const readAt = (client: Client, template: string, id: string): Promise<string> =>
  client.readResource({ uri: template.replace('{id}', id) }).then(
    (found) => JSON.stringify(found),
    (error: Error) => withoutIds(error.message, [id]),
  )

/** Who may not write is not asked to. */
export const isOfferedPrompt = async (client: Client, name: string): Promise<boolean> =>
  client.getServerCapabilities()?.prompts !== undefined &&
  (await client.listPrompts()).prompts.some((prompt) => prompt.name === name)

/** What a prompt says of these ids, without them. */
export const promptOf = async (
  client: Client,
  name: string,
  kinds: Record<string, string>,
  idOf: (kind: string) => string,
): Promise<string> => {
  const named = Object.entries(kinds).map(([argument, kind]) => [argument, idOf(kind)] as const)
  const said = await client.getPrompt({ name, arguments: Object.fromEntries(named) })
  return withoutIds(
    // Each answer names its frames anew.
    JSON.stringify(said).replace(/(lore_[a-z]+_)[a-z]{10}/g, '$1'),
    named.map(([, id]) => id),
  )
}
