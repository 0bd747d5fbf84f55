export type PictureType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/gif'
  | 'image/webp'
  | 'image/avif'
  | 'image/svg+xml'

const ENDING = /\.(?:png|jpe?g|gif|webp|avif|svg)$/iu
const SVG_ENDING = /\.svg$/iu

/** Whether a file is called as a picture is. */
export const isPicturePath = (path: string): boolean => ENDING.test(path)

/** One that is a document of its own: it may hold a script, so it is saved and never shown in a page. */
export const isDrawing = (type: PictureType): boolean => type === 'image/svg+xml'

const latin = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to))

/** What may stand before the first element of a drawing. */
const BEFORE_SVG =
  /^(?:\s+|<\?xml[^>]{0,300}\?>|<!--[\s\S]{0,2000}?-->|<!DOCTYPE\s+svg[^>[]{0,300}>)*/u

const isSvg = (bytes: Uint8Array): boolean => {
  const start = new TextDecoder().decode(bytes.subarray(0, 4_096)).replace(/^\uFEFF/u, '')
  return /^<svg[\s>/]/u.test(start.slice(BEFORE_SVG.exec(start)?.[0].length))
}

/** The brands of a file in boxes, of which the first is its own. */
const hasAvifBrand = (bytes: Uint8Array): boolean =>
  latin(bytes, 4, 8) === 'ftyp' && /avif|avis/u.test(latin(bytes, 8, 32))

/** What a picture is by its first bytes, whatever it is called; undefined where it is none that is known. */
export const pictureTypeOf = (bytes: Uint8Array): PictureType | undefined => {
  if (latin(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (latin(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (/^GIF8[79]a$/u.test(latin(bytes, 0, 6))) return 'image/gif'
  if (latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (hasAvifBrand(bytes)) return 'image/avif'
  return isSvg(bytes) ? 'image/svg+xml' : undefined
}

/** The same of a file: one that is called like a photograph must be one, and a drawing must be called so. */
export const pictureTypeIn = (path: string, bytes: Uint8Array): PictureType | undefined => {
  const type = isPicturePath(path) ? pictureTypeOf(bytes) : undefined
  return type !== undefined && mayBeCalled(path, type) ? type : undefined
}

/** Whether a file of that type may be called so. */
export const mayBeCalled = (path: string, type: PictureType): boolean =>
  isPicturePath(path) && isDrawing(type) === SVG_ENDING.test(path)
