import {
  BOOK_LIMITS,
  bookParamsSchema,
  bookPictureQuerySchema,
  bookPicturesSchema,
  keepBookPicturesRequestSchema,
  keepBookPicturesResponseSchema,
} from '../books.ts'
import { reading } from './book.routes.ts'
import { route } from './route.ts'

export const bookPicturesRoutes = {
  pictures: route({
    ...reading,
    path: '/v1/books/:book/pictures',
    id: 'listBookPictures',
    docs: 'pictures that notes show, and which of them are kept',
    summary: 'List pictures of a lorebook',
    description:
      'Pictures that the notes of a lorebook show, as you see them, with the hash of what is kept of each.',
    answer: bookPicturesSchema,
  }),
  keepPictures: route({
    method: 'POST',
    path: '/v1/books/:book/pictures',
    id: 'keepBookPictures',
    needs: 'member',
    tag: 'Lorebooks',
    docs: 'takes pictures that notes show, where `lorecraft.yaml` has `images: true`',
    summary: 'Keep pictures of a lorebook',
    description: [
      'Takes a list of all files of pictures that notes show, by path and hash. Where the bytes of some are not known yet, the answer',
      'names their hashes in `wanted` and nothing changes: send them with `has_more`, and ask again. Size, hash and type of each are',
      'checked: PNG, JPEG, GIF, WebP, AVIF and SVG of 5 MB at most. A picture that no note shows is refused.',
    ].join(' '),
    params: bookParamsSchema,
    body: keepBookPicturesRequestSchema,
    answer: keepBookPicturesResponseSchema,
    failures: [409],
    wire: 'packed',
    timeoutMs: 300_000,
    bodyLimit: BOOK_LIMITS.maxBytes,
    compressedLimit: BOOK_LIMITS.maxCompressedBytes,
  }),
} as const

/** No JSON, so it is no method of the client. */
export const bookPictureRoutes = {
  bookPicture: route({
    ...reading,
    path: '/v1/books/:book/picture',
    id: 'getBookPicture',
    docs: 'the picture `name` that the note `note` shows, as it is',
    summary: 'Get a picture of a lorebook',
    description:
      'A picture that a note shows, to whom may see the note. A drawing (SVG) comes as an attachment. `ETag` is its hash, so that it is sent once.',
    query: bookPictureQuerySchema,
    wire: 'file',
  }),
} as const
