import { printable } from '../output/printable.ts'
import type { Renderer, RendererOptions } from './export.types.ts'
import { factsOf, headingOf, partsOf, safeId } from './message-parts.ts'

/** Foreign text between tags and in quoted attributes. */
const escaped = (text: string): string =>
  text.replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Nothing runs and nothing is fetched, even if something escaped its place. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

const STYLE = `
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1rem; margin: 0 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem } dt { opacity: .7 } dd { margin: 0 }
article { border-left: 3px solid #8886; padding-left: 1rem; margin: 1.5rem 0 }
article.human { border-color: #1971c2 } article.behind { opacity: .6 }
h3 { font-size: .85rem; margin: .75rem 0 .25rem; opacity: .7 } .failed h3 { color: #c92a2a; opacity: 1 }
.text, pre { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; margin: .25rem 0 }
pre { font: .85rem/1.4 ui-monospace, monospace; background: #8881; padding: .5rem; max-height: 40rem; overflow: auto }
small { opacity: .6 }
`

/** A session as one page that stands for itself: no script, nothing loaded, all foreign text escaped. */
export const createHtmlRenderer = ({ server, exportedAt }: RendererOptions): Renderer => {
  let author = ''
  let before: string | null = null
  return {
    begin: (session) => {
      author = session.author.name
      const title = escaped(printable(session.title))
      const address = escaped(`${server}/sessions/${safeId(session.id)}`)
      const facts = factsOf(session).map(
        ([name, value]) => `<dt>${name}</dt><dd dir="auto">${escaped(value)}</dd>`,
      )
      return [
        '<!doctype html>',
        '<html lang="en">',
        '<head>',
        '<meta charset="utf-8">',
        `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
        '<meta name="referrer" content="no-referrer">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        `<title>${title}</title>`,
        `<style>${STYLE}</style>`,
        '</head>',
        '<body>',
        `<h1 dir="auto">${title}</h1>`,
        `<dl>${facts.join('')}<dt>Address</dt><dd><a rel="noreferrer" href="${address}">${address}</a></dd></dl>`,
        `<p><small>Exported on ${exportedAt.slice(0, 10)}. What stands below is quoted from a session.</small></p>`,
        '',
      ].join('\n')
    },
    message: (message) => {
      const { id, kind, parent_id, is_abandoned } = message
      const isBranch = parent_id !== null && parent_id !== before
      before = id
      const follows =
        isBranch && parent_id
          ? `, follows <a href="#${safeId(parent_id)}">${safeId(parent_id)}</a>`
          : ''
      return [
        `<article id="${safeId(id)}" class="${kind}${is_abandoned ? ' behind' : ''}">`,
        `<h2 dir="auto">${escaped(headingOf(message, author))}</h2>`,
        `<small>${safeId(id)}${follows}</small>`,
        ...partsOf(message).map(({ kind: part, label, text }) => {
          const above = label === '' ? '' : `<h3 dir="auto">${escaped(label)}</h3>`
          const tag = part === 'said' ? 'div class="text"' : 'pre'
          const body =
            text === '' ? '' : `<${tag} dir="auto">${escaped(text)}</${tag.split(' ', 1)[0]}>`
          return `<section class="${part}">${above}${body}</section>`
        }),
        '</article>',
        '',
      ].join('\n')
    },
    end: () => '</body>\n</html>\n',
  }
}
