import MarkdownIt from 'markdown-it'
import type { WikiLink } from './note.types.ts'

const WIKI_LINK = /!?\[\[([^[\]|#^\n]+)(?:[#^][^[\]|\n]*)?(?:\|[^[\]\n]*)?\]\]/gu
/** So many links of one note are followed. */
const MAX_LINKS = 5000

const markdown = new MarkdownIt('commonmark', { html: true, maxNesting: 20 })

type Inline = { type: string; content: string }

const linksOfText = (text: string): string[] =>
  [...text.matchAll(WIKI_LINK)]
    .map((match) => (match[1] ?? '').trim())
    .filter((name) => name !== '')

/** Wiki links among the pieces of one paragraph, with the line of it in which each stands. Code is no link. */
const linksOfPieces = (pieces: readonly Inline[]): { target: string; row: number }[] => {
  let row = 0
  return pieces.flatMap(({ type, content }) => {
    if (type === 'softbreak' || type === 'hardbreak') row += 1
    return type === 'text' ? linksOfText(content).map((target) => ({ target, row })) : []
  })
}

/** Column of the `count`th mention of a link in its line, from 1. */
const columnIn = (line: string, target: string, count: number): number => {
  let at = -1
  for (let seen = 0; seen <= count; seen += 1) {
    const next = line.indexOf(`[[${target}`, at + 1)
    if (next === -1) break
    at = next
  }
  return Math.max(0, at) + 1
}

/** Wiki links of a body, each with its place in the file whose line `bodyLine` is the body's first. */
export const findLinks = (body: string, bodyLine: number): WikiLink[] => {
  if (!body.includes('[[')) return []
  const lines = body.split('\n')
  const seen = new Map<string, number>()
  const links: WikiLink[] = []
  for (const token of markdown.parse(body, {})) {
    if (token.type !== 'inline' || token.map == null || !token.content.includes('[[')) continue
    for (const { target, row } of linksOfPieces(token.children ?? [])) {
      const at = token.map[0] + row
      const key = `${at}\n${target}`
      const count = seen.get(key) ?? 0
      seen.set(key, count + 1)
      links.push({ target, line: at + bodyLine, column: columnIn(lines[at] ?? '', target, count) })
      if (links.length >= MAX_LINKS) return links
    }
  }
  return links
}
