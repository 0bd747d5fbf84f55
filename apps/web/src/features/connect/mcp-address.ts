import { withBase } from '../../lib/base-path.ts'

const METADATA = '/.well-known/oauth-protected-resource'

/** Where /mcp is, as the server names it itself: tokens are made for that address and no other spelling. */
export const mcpAddress = async ({ signal }: { signal: AbortSignal }): Promise<string> => {
  const answer = await fetch(withBase(METADATA), { signal })
  if (!answer.ok) throw new Error(`The server answered ${answer.status} to ${METADATA}.`)
  const { resource } = (await answer.json()) as { resource?: unknown }
  if (typeof resource !== 'string') throw new Error(`${METADATA} names no address.`)
  return resource
}
