import { type EmbeddingProtocol, rowsByIndex } from './protocol.ts'

/** `POST /v1/embeddings` of Voyage AI, which distinguishes questions from documents by itself. */
export const voyageProtocol: EmbeddingProtocol = {
  name: 'voyage',
  title: 'Voyage',
  path: '/embeddings',
  bodyOf: ({ model, texts, mode, shorterTo }) => ({
    model,
    input: texts,
    input_type: mode,
    truncation: true,
    ...(shorterTo === undefined ? {} : { output_dimension: shorterTo }),
  }),
  rowsOf: rowsByIndex,
  // The smallest that any of its models allows.
  limits: { texts: 128, tokens: 100_000 },
}
