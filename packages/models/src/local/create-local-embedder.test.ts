import { describeEmbedderContract } from '../testing/embedder-contract.ts'
import { createLocalEmbedder } from './create-local-embedder.ts'

describeEmbedderContract('the local embedder', createLocalEmbedder)
