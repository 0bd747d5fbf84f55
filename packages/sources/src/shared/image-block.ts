import { createHash } from 'node:crypto'
import type { Block } from '@teamlore/shared'

/** Pixels stay on the machine; what is kept is enough to distinguish one picture from another. */
export const imageBlock = (base64: string, mime: string | null): Block => {
  const bytes = Buffer.from(base64, 'base64')
  return {
    type: 'image',
    mime: mime ?? 'application/octet-stream',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}
