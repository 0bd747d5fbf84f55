import MarkdownIt from 'markdown-it'
import type { Entity } from '../book.types.ts'
import { nameKey } from '../names.ts'
import { relationsByEntity } from './export-text.ts'
import type { Part } from './select-book.ts'
import { textOf } from './text-of.ts'

// Notes are other people's words: their HTML is shown as text, and links lead to web pages alone.
const markdown = new MarkdownIt('default', { html: false, linkify: false })
markdown.validateLink = (url) => /^https?:/iu.test(url.trim())

const WIKI_LINK = /!?\[\[([^[\]|#^\n]+)(?:[#^][^[\]|\n]*)?(?:\|([^[\]\n]*))?\]\]/gu
const STYLE = `body{font:16px/1.6 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1c2024;background:#fff}
a{color:#0b68cb}dt{font-weight:600}dd{margin:0 0 .4rem}section{border-top:1px solid #dfe3e6;padding-top:1rem;margin-top:2rem}
@media (prefers-color-scheme:dark){body{color:#edeef0;background:#111}a{color:#70b8ff}section{border-color:#333}}`

const html = (text: string): string =>
  text.replace(/[&<>"']/gu, (sign) => `&#${sign.codePointAt(0)};`)

/** One page without scripts that holds every entity: put it on any web server, or open it from a disk. */
export const asSite = (part: Part): string => {
  const entities = [...part.entities].sort((a, b) => (nameKey(a.name) < nameKey(b.name) ? -1 : 1))
  const anchors = new Map(entities.map(({ key }, at) => [key, `e${at}`]))
  const byName = new Map(
    entities.flatMap(({ key, name, aliases }) =>
      [...aliases, name].map((one) => [nameKey(one), anchors.get(key) ?? ''] as const),
    ),
  )
  const linked = (body: string): string =>
    markdown.render(body).replace(WIKI_LINK, (_, target: string, shown?: string) => {
      const anchor = byName.get(nameKey(target.split('/').at(-1) ?? target))
      // Both are escaped already: they come out of what was rendered.
      const text = shown ?? target
      return anchor === undefined ? text : `<a href="#${anchor}">${text}</a>`
    })
  const relations = relationsByEntity(part)
  const section = (entity: Entity): string =>
    [
      `<section id="${anchors.get(entity.key)}"><h2>${html(entity.name)}</h2>`,
      '<dl>',
      ...[
        ['type', entity.type ?? 'unknown'] as const,
        ['layer', entity.layer] as const,
        ...Object.entries(entity.properties),
        ...(entity.tags.length === 0 ? [] : [['tags', entity.tags.join(', ')] as const]),
      ].map(([name, value]) => `<dt>${html(name)}</dt><dd>${html(textOf(value))}</dd>`),
      '</dl>',
      ...((relations.get(entity.key) ?? []).length === 0
        ? []
        : [
            '<ul>',
            ...(relations.get(entity.key) ?? []).map((one) => `<li>${html(one)}</li>`),
            '</ul>',
          ]),
      linked(entity.body),
      '</section>',
    ].join('\n')
  const title = html(part.project.project)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title><style>${STYLE}</style></head><body>
<h1>${title}</h1>
<ul>
${entities.map(({ key, name, type }) => `<li><a href="#${anchors.get(key)}">${html(name)}</a> ${html(type ?? '')}</li>`).join('\n')}
</ul>
${entities.map(section).join('\n')}
</body></html>
`
}
