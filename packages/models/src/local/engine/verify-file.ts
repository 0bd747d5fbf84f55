import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { EmbedderError } from '../../embedder-error.ts'

type Expected = {
  path: string
  sha256: string
  /** What to do where the file is missing or another, as the end of a sentence that begins with a verb. */
  remedy: string
}

/**
 * Only weights whose vectors we know may be mixed with the vectors already stored.
 *
 * @throws EmbedderError `embedder.unavailable` where the file is missing, `embedder.weights_mismatch` where it is another.
 */
export const verifyFile = async ({ path, sha256, remedy }: Expected): Promise<void> => {
  const found = await sha256Of(path).catch((cause: unknown) => {
    throw notFound(remedy, cause)
  })
  if (found === sha256) return
  throw new EmbedderError(
    'embedder.weights_mismatch',
    `${path} is not the file this version was made for (sha256 ${found}, expected ${sha256}). ` +
      `${remedy}, or set EMBEDDING_PROVIDER=none to search without vectors.`,
  )
}

export const notFound = (remedy: string, cause: unknown): EmbedderError =>
  new EmbedderError(
    'embedder.unavailable',
    `The weights of the local embedding model were not found. ${remedy}, ` +
      'or set EMBEDDING_PROVIDER=none to search without vectors.',
    { cause },
  )

/** In pieces: the file is bigger than all that the model needs otherwise at this point. */
const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(piece)
  return hash.digest('hex')
}
