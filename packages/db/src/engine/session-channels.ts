import type { Unlisten } from './engine.types.ts'
import type { SessionTransaction } from './transaction-runner.ts'

/**
 * Who listens to what on the one session. LISTEN and UNLISTEN are sent for the first and the last
 * listener of a channel only, so that nobody silences somebody else.
 */
export type SessionChannels = {
  listen(channel: string, fn: (payload: string) => void): Promise<Unlisten>
  deliver(channel: string, payload: string): void
}

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const createSessionChannels = (session: () => SessionTransaction): SessionChannels => {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const send = (verb: 'LISTEN' | 'UNLISTEN', channel: string) =>
    session().query(`${verb} ${quoteIdentifier(channel)}`, [], 'object')

  return {
    listen: async (channel, fn) => {
      const own = (payload: string): void => fn(payload)
      const others = listeners.get(channel)
      if (others) {
        others.add(own)
      } else {
        listeners.set(channel, new Set([own]))
        await send('LISTEN', channel)
      }
      return async () => {
        const set = listeners.get(channel)
        if (!set?.delete(own) || set.size > 0) return
        listeners.delete(channel)
        await send('UNLISTEN', channel)
      }
    },
    deliver: (channel, payload) => {
      for (const fn of [...(listeners.get(channel) ?? [])]) fn(payload)
    },
  }
}
