import type { Block } from '@teamlore/shared'
import { imageBlock } from './image-block.ts'

/** The picture in a `data:` address, without its pixels; nothing for any other address. */
export const imageOfDataUrl = (url: unknown): Block[] => {
  if (typeof url !== 'string') return []
  const match = /^data:([a-z0-9.+/-]{1,100});base64,/i.exec(url)
  return match ? [imageBlock(url.slice(match[0].length), match[1] ?? null)] : []
}
