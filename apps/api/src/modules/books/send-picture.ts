import type { Exchange } from '../../routing/route.ts'
import type { BookUseCases } from './books.use-cases.ts'

type Picture = Awaited<ReturnType<BookUseCases['getBookPicture']>>

/** Nothing in a file of a book may run or load, wherever somebody opens it. */
const POLICY = "default-src 'none'; sandbox"

/** Answers with a picture, or with nothing where the asker has it. Each time it is asked whether it may be seen. */
export const sendPicture = (
  { hash, mediaType, isDrawing, bytes }: Picture,
  { request, reply }: Exchange,
): void => {
  const etag = `"${hash}"`
  reply
    .header('etag', etag)
    .header('cache-control', 'private, no-cache')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', POLICY)
  if (request.headers['if-none-match'] === etag) {
    reply.code(304).send()
    return
  }
  if (isDrawing) reply.header('content-disposition', 'attachment; filename="drawing.svg"')
  reply.type(mediaType).send(Buffer.from(bytes))
}
