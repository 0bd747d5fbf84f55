import { createHash } from 'node:crypto'
import type { KeepBookPicturesResponse } from '@teamlore/shared/books'
import { expect } from 'vitest'
import { bookOf } from './book-rows.ts'
import { bearer } from './edge-app.ts'
import type { World, WorldTeam } from './world.ts'

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
export const GIF = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')
export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
)
export const hashOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

export const note = (title: string, body: string, more = ''): string =>
  `---\ntitle: ${title}\ntype: part\n${more}---\n${body}\n`

/** A book of a team whose notes show pictures, as the command sends them. */
export const pictureBook = ({ app }: Pick<World, 'app'>, us: WorldTeam) => {
  const post = (path: string, payload: object, key = us.keys.member) =>
    app.inject({
      method: 'POST',
      url: `/v1/books/heron/${path}`,
      headers: bearer(key),
      payload,
    })

  const ingest = async (notes: Record<string, string>, more: object = {}, key = us.keys.member) => {
    const book = bookOf()
    const files = Object.entries(notes).map(([path, text]) => ({
      path,
      text,
      hash: hashOf(Buffer.from(text)),
    }))
    const answer = await post('ingest', { ...book, files, allow_deletions: true, ...more }, key)
    expect(answer.json(), answer.body).toMatchObject({ wanted: [] })
  }

  /** As the command does: the list, the bytes that are wanted, the list again. */
  const keep = async (
    files: Record<string, Buffer>,
    claimed: Record<string, string> = {},
  ): Promise<KeepBookPicturesResponse> => {
    const pictures = Object.entries(files).map(([path, bytes]) => ({
      path,
      hash: claimed[path] ?? hashOf(bytes),
    }))
    const first = (await post('pictures', { pictures })).json()
    if (first.state === 'kept') return first
    const sent = await post('pictures', {
      has_more: true,
      pictures: pictures.map(({ path, hash }) => ({
        path,
        hash,
        data: files[path]?.toString('base64'),
      })),
    })
    const { refused } = sent.json()
    const again = (await post('pictures', { pictures })).json()
    return { ...again, refused: [...refused, ...again.refused] }
  }

  const get = (
    { name = 'map.png', of = 'plan/pump.md' }: { name?: string; of?: string } = {},
    { key = us.keys.viewer, headers = {} }: { key?: string; headers?: object } = {},
  ) =>
    app.inject({
      url: `/v1/books/heron/picture?${new URLSearchParams({ note: of, name })}`,
      headers: { ...bearer(key), ...headers },
    })

  return { post, ingest, keep, get }
}
