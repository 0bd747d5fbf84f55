import MarkdownIt from 'markdown-it'
import { isPicturePath } from './picture-type.ts'

/** A picture as a text shows it: by the path of its file, or by its name alone. */
export type WrittenPicture = { target: string; isName: boolean }

const EMBED = /!\[\[([^[\]|#^\n]+)(?:[#^][^[\]|\n]*)?(?:\|[^[\]\n]*)?\]\]/gu
/** An address with a scheme or of another host. */
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/iu
/** So many pictures of one text are looked for. */
const MAX_PICTURES = 500

const markdown = new MarkdownIt('commonmark', { html: true, maxNesting: 20 })

type Piece = {
  type: string
  content: string
  children: Piece[] | null
  attrGet: (name: string) => unknown
}

const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

const embedsIn = (text: string): WrittenPicture[] =>
  [...text.matchAll(EMBED)].map((match) => ({ target: (match[1] ?? '').trim(), isName: true }))

const pictureAt = (address: string): WrittenPicture[] =>
  ELSEWHERE.test(address)
    ? []
    : [{ target: decoded(address.replace(/[?#].*$/su, '')), isName: false }]

const inPiece = (piece: Piece): WrittenPicture[] => {
  if (piece.type === 'text') return embedsIn(piece.content)
  return piece.type === 'image' ? pictureAt(String(piece.attrGet('src') ?? '')) : []
}

/** Pictures that a text shows, each once, in its order. Code shows none. */
export const findPictures = (body: string): WrittenPicture[] => {
  if (!body.includes('![')) return []
  const found = new Map<string, WrittenPicture>()
  for (const { type, content, children } of markdown.parse(body, {}) as Piece[]) {
    if (type !== 'inline' || !content.includes('![')) continue
    for (const picture of (children ?? []).flatMap(inPiece))
      if (isPicturePath(picture.target)) found.set(`${picture.isName} ${picture.target}`, picture)
    if (found.size >= MAX_PICTURES) break
  }
  return [...found.values()].slice(0, MAX_PICTURES)
}
