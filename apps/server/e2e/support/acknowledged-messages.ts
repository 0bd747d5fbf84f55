import { brotliDecompressSync } from 'node:zlib'
import type { Exchange } from './unruly-proxy.ts'

type Sent = { sessions: { tool: string; native_id: string; messages: { key: string }[] }[] }

/** What a server said yes to, read from the bytes on the wire: keys of messages by the native id of their session. */
export const createAcknowledgedMessages = () => {
  const keys = new Map<string, Set<string>>()
  return {
    keys,
    note: ({ request, status }: Exchange): void => {
      if (status !== 200) return
      const { sessions } = JSON.parse(brotliDecompressSync(request).toString('utf8')) as Sent
      for (const { native_id, messages } of sessions) {
        const known = keys.get(native_id) ?? new Set()
        for (const { key } of messages) known.add(key)
        keys.set(native_id, known)
      }
    },
  }
}
