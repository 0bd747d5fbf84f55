import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'

/** The official client, speaking the protocol of either era. */
export const ERAS = {
  'the initialize era': {},
  'the 2026-07-28 era': { versionNegotiation: { mode: 'auto' } },
} as const satisfies Record<string, ClientOptions>

export const connectMcp = async (
  url: string,
  {
    key,
    era = {},
    headers = {},
  }: { key?: string; era?: ClientOptions; headers?: Record<string, string> },
): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1.0.0' }, era)
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: {
      headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...headers },
    },
  })
  await client.connect(transport)
  return client
}

/** Text of a tool's answer, as it was sent. */
export const sentTextOf = (result: { content?: unknown }): string => {
  const [first] = (result.content ?? []) as { type: string; text?: string }[]
  return first?.text ?? ''
}

/** Text of a tool's answer, its frames without what names them in this one answer alone: two answers can be compared. */
export const textOf = (result: { content?: unknown }): string =>
  sentTextOf(result).replace(/<(\/?)(lore_[a-z_]+)_[a-z]{10}(?=[\s>])/g, '<$1$2')
