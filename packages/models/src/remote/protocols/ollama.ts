import { type EmbeddingProtocol, fieldOf } from './protocol.ts'

/** `POST /api/embed` of Ollama. */
export const ollamaProtocol: EmbeddingProtocol = {
  name: 'ollama',
  title: 'Ollama',
  path: '/api/embed',
  bodyOf: ({ model, texts, shorterTo }) => ({
    model,
    input: texts,
    truncate: true,
    ...(shorterTo === undefined ? {} : { dimensions: shorterTo }),
  }),
  rowsOf: (answer) => {
    const rows = fieldOf(answer, 'embeddings')
    return Array.isArray(rows) ? rows : undefined
  },
  // It has no limit but memory; a request should not keep a question waiting for long.
  limits: { texts: 64, tokens: 60_000 },
}
