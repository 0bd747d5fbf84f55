import { brotliDecompressSync } from 'node:zlib'
import type { Exchange } from './unruly-proxy.ts'

type Sent = { sessions: { tool: string; native_id: string; messages: { key: string }[] }[] }

/** What a request for /v1/ingest holds, from its bytes on the wire. */
export const sessionsIn = (request: Buffer): Sent['sessions'] =>
  (JSON.parse(brotliDecompressSync(request).toString('utf8')) as Sent).sessions

/** What a server said yes to: keys of messages by the native id of their session. */
export const createAcknowledgedMessages = () => {
  const keys = new Map<string, Set<string>>()
  return {
    keys,
    note: ({ request, status }: Exchange): void => {
      if (status !== 200) return
      for (const { native_id, messages } of sessionsIn(request)) {
        const known = keys.get(native_id) ?? new Set()
        for (const { key } of messages) known.add(key)
        keys.set(native_id, known)
      }
    },
  }
}
