import type { TeamId } from '@teamlore/shared'
import { LRUCache } from 'lru-cache'
import { hashOf } from '../documents/build-documents.ts'
import type { TextEmbedder } from './text-embedder.ts'

type Question = { teamId: TeamId; embedder: TextEmbedder; text: string; signal: AbortSignal }

/** 500 vectors of 768 numbers are 1.5 MB. */
export const QUESTIONS_KEPT = 500
const KEPT_MS = 10 * 60_000

/**
 * Has a model read a question, and keeps the vector for whoever asks the same again: the next page, another filter, a
 * second agent. The key holds a hash, so no words of a question are kept, and its team, so how fast an answer comes does
 * not show what another team asked.
 */
export const createQuestionVectors = (questionsKept: number) => {
  const kept = new LRUCache<string, Float32Array>({ max: Math.max(1, questionsKept), ttl: KEPT_MS })
  return async ({ teamId, embedder, text, signal }: Question) => {
    const key = hashOf([teamId, embedder.space.id, text].join('\u0000'))
    const known = kept.get(key)
    if (known !== undefined) return known
    const [vector] = await embedder.embed([text], { mode: 'query', signal })
    if (vector !== undefined && questionsKept > 0) kept.set(key, vector)
    return vector
  }
}
