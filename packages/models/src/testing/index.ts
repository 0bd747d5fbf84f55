export { cosine } from './cosine.ts'
export { createFakeEmbedder } from './create-fake-embedder.ts'
export { describeEmbedderContract } from './embedder-contract.ts'
