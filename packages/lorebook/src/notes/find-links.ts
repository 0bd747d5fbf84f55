import MarkdownIt from 'markdown-it'
import type { NoteLink } from './note.types.ts'

const WIKI_LINK = /!?\[\[([^[\]|#^\n]+)(?:[#^][^[\]|\n]*)?(?:\|[^[\]\n]*)?\]\]/gu
/** An address with a scheme, of another host, or of a heading of the same note. */
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/iu
/** So many links of one note are followed. */
const MAX_LINKS = 5000

const markdown = new MarkdownIt('commonmark', { html: true, maxNesting: 20 })

type Inline = { type: string; content: string; attrGet: (name: string) => unknown }
type Found = Pick<NoteLink, 'target' | 'isPath'> & { row: number; needle: string }

const wikiLinksOf = (text: string, row: number): Found[] =>
  [...text.matchAll(WIKI_LINK)]
    .map((match) => (match[1] ?? '').trim())
    .filter((target) => target !== '')
    .map((target) => ({ target, row, needle: `[[${target}` }))

const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** The file that a Markdown link leads to, as it is written there; none where it leads out of the notes. */
const pathLinkOf = (address: string, row: number): Found[] => {
  if (ELSEWHERE.test(address)) return []
  const path = decoded(address.replace(/[?#].*$/su, ''))
  return path === '' ? [] : [{ target: path, row, needle: path, isPath: true }]
}

/** Links among the pieces of one paragraph, with the line of it in which each stands. Code is no link. */
const linksOfPieces = (pieces: readonly Inline[]): Found[] => {
  let row = 0
  return pieces.flatMap((piece) => {
    if (piece.type === 'softbreak' || piece.type === 'hardbreak') row += 1
    if (piece.type === 'text') return wikiLinksOf(piece.content, row)
    return piece.type === 'link_open' ? pathLinkOf(String(piece.attrGet('href') ?? ''), row) : []
  })
}

/** Column of the `count`th mention of a link in its line, from 1. */
const columnIn = (line: string, needle: string, count: number): number => {
  let at = -1
  for (let seen = 0; seen <= count; seen += 1) {
    const next = line.indexOf(needle, at + 1)
    if (next === -1) break
    at = next
  }
  return Math.max(0, at) + 1
}

/** A number for each time that a link stands in one line. */
const newCounter = () => {
  const seen = new Map<string, number>()
  return (row: number, needle: string): number => {
    const key = `${row}\n${needle}`
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    return count
  }
}

const hasLinks = (body: string): boolean =>
  body.includes('[[') || body.includes('](') || body.includes(']:')

/** Links of a body to other notes, of a wiki and of Markdown, each with its place in the file whose line `bodyLine` is the body's first. */
export const findLinks = (body: string, bodyLine: number): NoteLink[] => {
  if (!hasLinks(body)) return []
  const lines = body.split('\n')
  const countOf = newCounter()
  const links: NoteLink[] = []
  for (const { type, map, content, children } of markdown.parse(body, {})) {
    if (type !== 'inline' || map == null || !content.includes('[')) continue
    for (const { target, row, needle, isPath } of linksOfPieces(children ?? [])) {
      const at = map[0] + row
      const column = columnIn(lines[at] ?? '', needle, countOf(at, needle))
      const place = { line: at + bodyLine, column }
      links.push(isPath ? { target, ...place, isPath } : { target, ...place })
    }
    if (links.length >= MAX_LINKS) break
  }
  return links.slice(0, MAX_LINKS)
}
