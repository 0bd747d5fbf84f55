import { EventEmitter } from 'node:events'
import type {
  SessionPool,
  SessionPoolClient,
  SessionQueryable,
  SessionResult,
  Unlisten,
} from './engine.types.ts'
import type { EmbeddedSession } from './session.ts'
import type { SessionChannels } from './session-channels.ts'
import type { ThreadResult } from './thread-protocol.ts'
import type { SessionTransaction } from './transaction-runner.ts'

/**
 * A `pg.Pool` as node-postgres users expect it, over the one session of the embedded database.
 * Its clients share that session: settings and temporary tables do too. A client that sends BEGIN
 * holds the session until it commits, rolls back or is released.
 */

type Query = Parameters<SessionQueryable['query']>

const textAndParams = ([query, params]: Query): [string, readonly unknown[]] =>
  typeof query === 'string' ? [query, params ?? []] : [query.text, query.values ?? []]

const toResult = ({ rows, affectedRows, fields }: ThreadResult): SessionResult => ({
  rows: rows as Record<string, unknown>[],
  rowCount: affectedRows || rows.length,
  fields,
})

const withoutComments = (text: string): string =>
  text.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ').trim()

const LISTEN = /^(listen|unlisten)\s+(?:"((?:[^"]|"")+)"|(\*|[a-z0-9_$]+))\s*;?$/i
/** Alone: a text that also commits needs no turn of its own. */
const BEGIN = /^(begin|start\s+transaction)\b[^;]*;?$/i
const END = /^(commit|end|rollback(?!\s+(work\s+|transaction\s+)?to\b)|abort)\b/i

type Held = SessionTransaction & { release(): void }

class Client extends EventEmitter implements SessionPoolClient {
  readonly #session: EmbeddedSession
  readonly #channels: SessionChannels
  readonly #listening = new Map<string, Unlisten>()
  #held: Held | undefined

  constructor(session: EmbeddedSession, channels: SessionChannels) {
    super()
    this.setMaxListeners(0)
    this.#session = session
    this.#channels = channels
  }

  async query(...query: Query): Promise<SessionResult> {
    const [text, params] = textAndParams(query)
    const command = params.length === 0 ? withoutComments(text) : ''
    const listen = LISTEN.exec(command)
    if (listen) {
      const channel = listen[2]?.replaceAll('""', '"') ?? listen[3]?.toLowerCase() ?? ''
      await (listen[1]?.toLowerCase() === 'listen'
        ? this.#listen(channel)
        : this.#unlisten(channel))
      return { rows: [], rowCount: 0, fields: [] }
    }
    if (BEGIN.test(command)) this.#held ??= await this.#session.hold()
    const runner = this.#held ?? this.#session
    try {
      return toResult(await runner.query(text, params, 'session'))
    } finally {
      if (END.test(command)) this.#letGo()
    }
  }

  async #listen(channel: string): Promise<void> {
    if (this.#listening.has(channel)) return
    this.#listening.set(channel, async () => {})
    const unlisten = await this.#channels.listen(channel, (payload) => {
      this.emit('notification', { channel, payload, processId: 0 })
    })
    this.#listening.set(channel, unlisten)
  }

  async #unlisten(channel: string): Promise<void> {
    const names = channel === '*' ? [...this.#listening.keys()] : [channel]
    for (const name of names) {
      const unlisten = this.#listening.get(name)
      this.#listening.delete(name)
      await unlisten?.()
    }
  }

  #letGo(): void {
    this.#held?.release()
    this.#held = undefined
  }

  async end(): Promise<void> {
    const held = this.#held
    if (held) {
      await held.query('ROLLBACK', [], 'session').catch(() => {})
      this.#letGo()
    }
    await this.#unlisten('*')
  }

  release(): void {
    // The caller cannot wait for it, and an engine already closed has nothing left to give back.
    this.end().catch(() => {})
  }
}

export const createSessionPool = (
  session: EmbeddedSession,
  channels: SessionChannels,
): SessionPool => {
  const query = async (...args: Query): Promise<SessionResult> => {
    const [text, params] = textAndParams(args)
    return toResult(await session.query(text, params, 'session'))
  }
  const events = new EventEmitter()
  // Every queue and worker watches its pool for errors.
  events.setMaxListeners(0)
  return Object.assign(events, {
    options: { max: 10, keepAlive: true },
    query,
    connect: async (): Promise<SessionPoolClient> => new Client(session, channels),
    end: async (): Promise<void> => {},
  })
}
