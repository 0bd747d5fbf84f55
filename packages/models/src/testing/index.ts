export { cosine } from './cosine.ts'
export { createFakeEmbedder } from './create-fake-embedder.ts'
export { describeEmbedderContract } from './embedder-contract.ts'
export { type FakeProvider, startFakeProvider } from './start-fake-provider.ts'
