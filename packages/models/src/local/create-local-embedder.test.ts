import { describeEmbedderContract } from '../testing/embedder-contract.ts'
import { createLocalEmbedder } from './create-local-embedder.ts'

describeEmbedderContract('the built-in embedder', createLocalEmbedder)
describeEmbedderContract('the embedder of before', () =>
  createLocalEmbedder({ model: 'all-minilm-l6-v2' }),
)
