import { createHash } from 'node:crypto'
import type { EmbeddingSpace } from '../embedder.ts'

/** All that changes a vector. The address is not in it: the same model gives the same vectors wherever it runs. */
export type RemoteSpaceIngredients = {
  provider: string
  model: string
  dimensions: number
  maxTokens: number
  template: { query: string; document: string }
}

const MAX_ID = 40

/** E.g. `openai-text-embedding-3-1536-0a1b2c3d`. The name may be cut; the fingerprint distinguishes all models. */
export const describeRemoteSpace = (of: RemoteSpaceIngredients): EmbeddingSpace => {
  const { provider, model, dimensions, maxTokens } = of
  const end = `-${dimensions}-${fingerprint(of)}`
  const name = (model.split('/').at(-1) ?? model)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const start = `${provider}-${name}`.slice(0, MAX_ID - end.length).replace(/-$/, '')
  return { id: `${start}${end}`, dimensions, maxTokens }
}

const fingerprint = (of: RemoteSpaceIngredients): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        of.provider,
        of.model,
        of.dimensions,
        of.maxTokens,
        of.template.query,
        of.template.document,
      ]),
    )
    .digest('hex')
    .slice(0, 8)
