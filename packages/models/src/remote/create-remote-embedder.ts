import { setMaxListeners } from 'node:events'
import type { Embedder } from '../embedder.ts'
import { EmbedderError } from '../embedder-error.ts'
import { createRequester, type RemoteSurroundings, realSurroundings } from './create-requester.ts'
import { embedTexts } from './embed-texts.ts'
import { findKnownModel, templateOf } from './known-models.ts'
import { RequestFailure } from './post-request.ts'
import { ollamaProtocol } from './protocols/ollama.ts'
import { openaiProtocol } from './protocols/openai.ts'
import type { EmbeddingProtocol } from './protocols/protocol.ts'
import { voyageProtocol } from './protocols/voyage.ts'
import { describeRemoteSpace } from './remote-space.ts'

export const remoteProtocols = {
  openai: openaiProtocol,
  voyage: voyageProtocol,
  ollama: ollamaProtocol,
} satisfies Record<string, EmbeddingProtocol>

export type RemoteProvider = keyof typeof remoteProtocols

export type RemoteEmbedderOptions = {
  provider: RemoteProvider
  /** Without the last part, e.g. `https://api.openai.com/v1`. */
  url: string
  model: string
  apiKey?: string | undefined
  dimensions: number
  /** Texts in one request, at most; the provider's own limits hold too. */
  batch: number
  /** Longest text the model reads; by default what is known of the model. */
  maxTokens?: number | undefined
  /** Put before each text; by default what is known of the model. */
  queryPrefix?: string | undefined
  documentPrefix?: string | undefined
}

export type EmbedderLog = { warn: (fields: Record<string, unknown>, message: string) => void }

type Deps = {
  log?: EmbedderLog | undefined
  surroundings?: Partial<RemoteSurroundings> | undefined
}

const TIMEOUT_MS = { query: 15_000, document: 60_000 }
/** Of a model nothing is known about: what nearly all read. */
const MAX_TOKENS = 512

/** An embedder behind a provider's HTTP interface. Texts leave this machine for wherever `url` points. */
export const createRemoteEmbedder = (
  options: RemoteEmbedderOptions,
  { log, surroundings = {} }: Deps = {},
): Embedder => {
  const { provider, model, apiKey, dimensions, batch } = options
  const protocol = remoteProtocols[provider]
  const known = findKnownModel(model)
  const template = templateOf(model, {
    query: options.queryPrefix,
    document: options.documentPrefix,
  })
  const maxTokens = options.maxTokens ?? known?.maxTokens ?? MAX_TOKENS
  const space = describeRemoteSpace({ provider, model, dimensions, maxTokens, template })
  const request = createRequester(
    {
      protocol,
      model,
      apiKey,
      dimensions,
      timeoutMs: TIMEOUT_MS,
      url: addressOf(options.url, protocol),
      shorterTo: known?.canBeShorter && known.dimensions !== dimensions ? dimensions : undefined,
    },
    { ...realSurroundings, ...surroundings },
  )
  const limits = { ...protocol.limits, texts: Math.min(batch, protocol.limits.texts) }
  const closing = new AbortController()
  // As many calls listen as run at once, and each lets go of it at its end.
  setMaxListeners(0, closing.signal)

  const embed: Embedder['embed'] = async (texts, { mode, signal }) => {
    closing.signal.throwIfAborted()
    signal?.throwIfAborted()
    if (texts.length === 0) return []
    const { signal: either, release } = joinSignals(closing.signal, signal)
    try {
      const call = { request, limits, maxTokens, template }
      const { vectors, cut, refused } = await embedTexts(call, texts, { mode, signal: either })
      if (cut > 0) log?.warn({ cut, maxTokens }, 'texts were longer than the model reads and cut')
      if (refused > 0) log?.warn({ refused }, 'texts were refused by the embedding provider')
      return vectors
    } catch (error) {
      either.throwIfAborted()
      throw error instanceof RequestFailure ? error.reason : error
    } finally {
      release()
    }
  }

  return {
    space,
    preferredBatch: limits.texts,
    embed,
    warmUp: async () => void (await embed(['warm up'], { mode: 'document' })),
    close: async () => closing.abort(CLOSED),
  }
}

const CLOSED = new EmbedderError(
  'embedder.closed',
  'The embedder is closed; make a new one to embed.',
)

/** Takes the whole address too, as it stands in a provider's manual. */
const addressOf = (url: string, { path }: EmbeddingProtocol): URL => {
  const address = new URL(url)
  const base = address.pathname.replace(/\/+$/, '')
  address.pathname = base.endsWith(path) ? base : `${base}${path}`
  return address
}

/** `AbortSignal.any` keeps every call in the memory of a signal that lives as long as the process. */
const joinSignals = (lasting: AbortSignal, signal: AbortSignal | undefined) => {
  const joined = new AbortController()
  const sources = signal === undefined ? [lasting] : [lasting, signal]
  const listeners = sources.map((source) => {
    const onAbort = () => joined.abort(source.reason)
    source.addEventListener('abort', onAbort, { once: true })
    return () => source.removeEventListener('abort', onAbort)
  })
  const release = () => {
    for (const remove of listeners) remove()
  }
  return { signal: joined.signal, release }
}
