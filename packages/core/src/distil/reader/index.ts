export { READER_SYSTEM, type ReaderAnswer, readerPrompt, readerSchema, verdictOf } from './ask.ts'
export { type Batch, batchesOf } from './batches.ts'
export { makeReadByModel, type ReadByModel } from './read-by-model.ts'
