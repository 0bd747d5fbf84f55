export { makeReadByModel, type ReadByModel } from './read-by-model.ts'
