import type { EmbedMode } from '../embedder.ts'
import type { Requester } from './create-requester.ts'
import { planRequests } from './plan-requests.ts'
import { RequestFailure } from './post-request.ts'
import { asWellFormed, cutToTokens, estimateTokens } from './prepare-text.ts'
import type { RequestLimits } from './protocols/protocol.ts'

type Call = {
  request: Requester
  limits: RequestLimits
  maxTokens: number
  template: { query: string; document: string }
}

type Options = { mode: EmbedMode; signal: AbortSignal }

export type EmbeddedTexts = {
  vectors: Float32Array[]
  /** Texts of which the model saw only the start. */
  cut: number
  /** Texts the provider does not take at all; they have the vector of an empty one. */
  refused: number
}

/** Below this a text is not refused for its length. */
const SHORTEST_CUT = 16

/** All texts of a call, in as many requests as the provider's limits ask for. */
export const embedTexts = async (
  { request, limits, maxTokens, template }: Call,
  texts: readonly string[],
  options: Options,
): Promise<EmbeddedTexts> => {
  const done: EmbeddedTexts = { vectors: [], cut: 0, refused: 0 }
  const framed = texts.map((text) => {
    const clean = asWellFormed(text)
    const start = cutToTokens(clean, maxTokens - estimateTokens(template[options.mode]))
    if (start.length < clean.length) done.cut += 1
    return template[options.mode].replace('{text}', () => start)
  })
  const ask = withRefusals(request, options, done)
  for (const portion of planRequests(framed, limits)) done.vectors.push(...(await ask(portion)))
  return done
}

/**
 * One text that a provider refuses must not keep all the others waiting for ever: the request is halved until it stands
 * alone, cut until it is short enough, and in the end counts as empty. A refused question is the asker's to know.
 */
const withRefusals = (request: Requester, options: Options, done: EmbeddedTexts) => {
  let empty: Float32Array | undefined
  const ask = async (texts: readonly string[], isCut = false): Promise<Float32Array[]> => {
    try {
      return await request(texts, options)
    } catch (error) {
      if (!(error instanceof RequestFailure) || error.remedy.refused === undefined) throw error
      if (options.mode === 'query' && error.remedy.refused === 'texts') throw error
      // When not even this is taken, the settings are wrong and not the texts.
      empty ??= (await request([asWellFormed('')], options))[0]
      return await askLess(texts, error.remedy.refused, isCut)
    }
  }
  const askLess = async (texts: readonly string[], refused: 'texts' | 'length', isCut: boolean) => {
    const [first = ''] = texts
    if (texts.length > 1) {
      const half = texts.length >> 1
      return [...(await ask(texts.slice(0, half))), ...(await ask(texts.slice(half)))]
    }
    const tokens = Math.floor(estimateTokens(first) / 2)
    if (refused === 'length' && tokens >= SHORTEST_CUT) {
      if (!isCut) done.cut += 1
      return ask([cutToTokens(first, tokens)], true)
    }
    done.refused += 1
    return empty === undefined ? [] : [empty]
  }
  return ask
}
