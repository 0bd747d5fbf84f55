import { type EmbeddingProtocol, rowsByIndex } from './protocol.ts'

/** `POST /v1/embeddings` as OpenAI, vLLM, LiteLLM, LM Studio, Text Embeddings Inference and others speak it. */
export const openaiProtocol: EmbeddingProtocol = {
  name: 'openai',
  title: 'The OpenAI-compatible provider',
  path: '/embeddings',
  bodyOf: ({ model, texts, shorterTo }) => ({
    model,
    input: texts,
    encoding_format: 'float',
    ...(shorterTo === undefined ? {} : { dimensions: shorterTo }),
  }),
  rowsOf: rowsByIndex,
  limits: { texts: 2_048, tokens: 250_000 },
}
