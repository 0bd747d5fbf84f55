export type TextTemplate = { query: string; document: string }

/** What is known of a model that providers offer, so that nobody has to look it up. */
export type KnownModel = {
  dimensions: number
  /** Longest text it reads. */
  maxTokens: number
  /** It gives shorter vectors when asked to. */
  canBeShorter?: boolean
  template?: TextTemplate
}

const PLAIN: TextTemplate = { query: '{text}', document: '{text}' }

const asks = (prompt: string): TextTemplate => ({ query: `${prompt}{text}`, document: '{text}' })
const RETRIEVAL_PROMPT = 'Represent this sentence for searching relevant passages: '
const E5: TextTemplate = { query: 'query: {text}', document: 'passage: {text}' }

const KNOWN: Record<string, KnownModel> = {
  'text-embedding-3-small': { dimensions: 1_536, maxTokens: 8_191, canBeShorter: true },
  'text-embedding-3-large': { dimensions: 3_072, maxTokens: 8_191, canBeShorter: true },
  'text-embedding-ada-002': { dimensions: 1_536, maxTokens: 8_191 },
  'voyage-3-large': { dimensions: 1_024, maxTokens: 32_000, canBeShorter: true },
  'voyage-3.5': { dimensions: 1_024, maxTokens: 32_000, canBeShorter: true },
  'voyage-3.5-lite': { dimensions: 1_024, maxTokens: 32_000, canBeShorter: true },
  'voyage-code-3': { dimensions: 1_024, maxTokens: 32_000, canBeShorter: true },
  'voyage-3': { dimensions: 1_024, maxTokens: 32_000 },
  'voyage-3-lite': { dimensions: 512, maxTokens: 32_000 },
  'nomic-embed-text': {
    dimensions: 768,
    maxTokens: 2_048,
    template: { query: 'search_query: {text}', document: 'search_document: {text}' },
  },
  'mxbai-embed-large': { dimensions: 1_024, maxTokens: 512, template: asks(RETRIEVAL_PROMPT) },
  'snowflake-arctic-embed': { dimensions: 1_024, maxTokens: 512, template: asks(RETRIEVAL_PROMPT) },
  'bge-large-en-v1.5': { dimensions: 1_024, maxTokens: 512, template: asks(RETRIEVAL_PROMPT) },
  'bge-base-en-v1.5': { dimensions: 768, maxTokens: 512, template: asks(RETRIEVAL_PROMPT) },
  'bge-small-en-v1.5': { dimensions: 384, maxTokens: 512, template: asks(RETRIEVAL_PROMPT) },
  'bge-m3': { dimensions: 1_024, maxTokens: 8_192 },
  'all-minilm': { dimensions: 384, maxTokens: 256 },
  embeddinggemma: {
    dimensions: 768,
    maxTokens: 2_048,
    template: {
      query: 'task: search result | query: {text}',
      document: 'title: none | text: {text}',
    },
  },
  'multilingual-e5-large': { dimensions: 1_024, maxTokens: 512, template: E5 },
  'multilingual-e5-base': { dimensions: 768, maxTokens: 512, template: E5 },
  'e5-large-v2': { dimensions: 1_024, maxTokens: 512, template: E5 },
}

/** Finds `openai/text-embedding-3-small`, `nomic-embed-text:latest` and `BAAI/bge-m3` too. */
export const findKnownModel = (model: string): KnownModel | undefined => {
  const name = (model.split('/').at(-1) ?? model).replace(/:(latest|v1\.5)$/, '').toLowerCase()
  return Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined
}

/** What goes around a text; a prefix that is set replaces what is known of the model. */
export const templateOf = (
  model: string,
  { query, document }: { query?: string | undefined; document?: string | undefined },
): TextTemplate => {
  const known = findKnownModel(model)?.template ?? PLAIN
  return {
    query: query === undefined ? known.query : `${query}{text}`,
    document: document === undefined ? known.document : `${document}{text}`,
  }
}
