export { makeGetSharedFile } from './get-shared-file.ts'
export { makeStoreSharedCode } from './store-shared-code.ts'
