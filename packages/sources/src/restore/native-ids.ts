import { createHash } from 'node:crypto'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const isUuid = (text: string): boolean => UUID.test(text)

/** The same UUID for the same text, in the form of a random one. */
export const uuidOf = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** As its tool called it; another server may say anything, and it becomes the name of a file. */
export const safeNativeId = (nativeId: string): string =>
  isUuid(nativeId.toLowerCase()) ? nativeId.toLowerCase() : uuidOf(`session ${nativeId}`)
