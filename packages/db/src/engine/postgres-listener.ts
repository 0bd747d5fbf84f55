import { setTimeout as sleep } from 'node:timers/promises'
import type { Unlisten } from './engine.types.ts'
import type { ConnectionHooks, PostgresConnection } from './postgres-connection.ts'
import { quoteIdentifier } from './session-channels.ts'

/**
 * Listens on a connection of its own, and connects again for as long as anybody listens. What was
 * sent while there was no connection is lost: a listener also looks from time to time.
 */
export type PostgresListener = {
  listen(channel: string, fn: (payload: string) => void): Promise<Unlisten>
  close(): Promise<void>
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000

type Open = (hooks: ConnectionHooks) => PostgresConnection

export const createPostgresListener = (open: Open): PostgresListener => {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  let connection: PostgresConnection | undefined
  let ended = false
  let recovering = false

  const deliver = (channel: string, payload: string): void => {
    for (const fn of [...(listeners.get(channel) ?? [])]) fn(payload)
  }

  const ask = (verb: 'LISTEN' | 'UNLISTEN', channel: string) =>
    current().query(`${verb} ${quoteIdentifier(channel)}`, [], 'object')

  const current = (): PostgresConnection => {
    if (connection && !connection.closed) return connection
    const own = open({
      onNotify: deliver,
      onClose: () => {
        if (connection !== own) return
        connection = undefined
        own.end({ timeoutSeconds: 0 }).catch(() => {})
        if (!ended) void recover()
      },
    })
    connection = own
    return own
  }

  /** At most one of these at a time, however often connecting fails meanwhile. */
  const recover = async (): Promise<void> => {
    if (recovering) return
    recovering = true
    let pause = FIRST_PAUSE_MS
    while (!ended && listeners.size > 0 && !(await listenAgain(pause))) {
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
    recovering = false
  }

  const listenAgain = async (pauseMs: number): Promise<boolean> => {
    await sleep(pauseMs)
    try {
      for (const channel of listeners.keys()) await ask('LISTEN', channel)
      return true
    } catch {
      return false
    }
  }

  return {
    listen: async (channel, fn) => {
      const own = (payload: string): void => fn(payload)
      const set = listeners.get(channel) ?? new Set()
      const isFirst = set.size === 0
      listeners.set(channel, set.add(own))
      if (isFirst) await ask('LISTEN', channel)
      return async () => {
        if (!set.delete(own) || set.size > 0) return
        listeners.delete(channel)
        // A lost connection listens to nothing any more.
        if (connection && !connection.closed) await ask('UNLISTEN', channel).catch(() => {})
      }
    },
    close: async () => {
      ended = true
      listeners.clear()
      const last = connection
      connection = undefined
      await last?.end({ timeoutSeconds: 0 })
    },
  }
}
