export { makeGetMemoryReaders, makeGetMemoryUse } from './get-memory-use.ts'
export { makeNoteMemoriesGiven } from './note-given.ts'
