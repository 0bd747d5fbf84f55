/** What notes have beside Markdown: wiki links, embeds and callouts. Each becomes a node that the sanitiser lets through. */

export type MdNode = {
  type: string
  value?: string
  url?: string
  alt?: string
  title?: string | null
  children?: MdNode[]
  data?: { hProperties?: Record<string, string> }
}

const WIKI = /(!?)\[\[([^[\]|\n]*)(?:\|([^[\]\n]*))?\]\]/gu
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg|pdf)$/iu
const CALLOUT = /^\[!([\w-]+)(?:\|[^\]\n]*)?\]([+-]?)[ \t]*([^\n]*)(?:\n|$)/u

/** Marks a link as one that a wiki wrote: its target is a name, and no path. */
export const WIKI_MARK = 'wiki:'
export const CALLOUT_MARK = 'callout:'
export const EMBED_MARK = 'embed:'

type Target = { name: string; heading: string }

const targetOf = (written: string): Target => {
  const at = written.indexOf('#')
  const name = (at === -1 ? written : written.slice(0, at)).replace(/\^.*$/su, '').trim()
  return { name, heading: at === -1 ? '' : written.slice(at + 1).trim() }
}

/** What a wiki link shows where it says nothing itself. */
const wordsOf = ({ name, heading }: Target): string => {
  // Of a block of the same note there is nothing else to show.
  const isBlock = heading.startsWith('^') && name !== ''
  const shown = isBlock ? '' : heading.replaceAll('#', ' › ')
  return [name, shown].filter((one) => one !== '').join(' › ')
}

const nodeOf = (isEmbed: boolean, written: string, shown: string | undefined): MdNode => {
  const target = targetOf(written)
  const url = `?note=${encodeURIComponent(target.name)}${target.heading === '' ? '' : `#${encodeURIComponent(target.heading)}`}`
  if (isEmbed && PICTURE.test(target.name))
    return {
      type: 'image',
      url,
      alt: /^\d+(?:x\d+)?$/u.test(shown ?? '') ? target.name : (shown ?? target.name),
    }
  return {
    type: 'link',
    url,
    title: isEmbed ? EMBED_MARK : WIKI_MARK,
    children: [{ type: 'text', value: shown ?? wordsOf(target) }],
  }
}

/** A text with its wiki links as nodes of their own. */
const piecesOf = (text: string): MdNode[] => {
  const pieces: MdNode[] = []
  let from = 0
  for (const match of text.matchAll(WIKI)) {
    const [whole, bang = '', written = '', shown] = match
    if (written.trim() === '') continue
    if (match.index > from) pieces.push({ type: 'text', value: text.slice(from, match.index) })
    pieces.push(nodeOf(bang === '!', written.replace(/\\$/u, ''), shown))
    from = match.index + whole.length
  }
  if (from < text.length) pieces.push({ type: 'text', value: text.slice(from) })
  return pieces
}

/** A text as it reads where no link can be shown. */
const withoutLinks = (text: string): string =>
  text.replace(
    WIKI,
    (_, __, written: string, shown?: string) => shown ?? wordsOf(targetOf(written)),
  )

/** A quote that begins with `[!kind]` is a callout; the rest of that line is its title. */
const asCallout = (quote: MdNode): void => {
  const [paragraph, ...rest] = quote.children ?? []
  const [first, ...others] = paragraph?.children ?? []
  const match = first?.type === 'text' ? CALLOUT.exec(first.value ?? '') : null
  if (match === null || first === undefined) return
  const [line, kind = '', fold = '', title = ''] = match
  const left = (first.value ?? '').slice(line.length)
  const words = [...(left === '' ? [] : [{ ...first, value: left }]), ...others]
  quote.children = [...(words.length > 0 ? [{ type: 'paragraph', children: words }] : []), ...rest]
  quote.data = {
    hProperties: {
      title: `${CALLOUT_MARK}${kind.toLowerCase()}:${fold}:${withoutLinks(title.trim())}`,
    },
  }
}

/** A paragraph that is an embed and nothing else shows the note that it names. */
const asEmbed = (node: MdNode): MdNode => {
  const [only, ...others] = node.children ?? []
  if (node.type !== 'paragraph' || others.length > 0 || only?.title !== EMBED_MARK) return node
  return {
    type: 'blockquote',
    children: [{ type: 'paragraph', children: [{ ...only, title: WIKI_MARK }] }],
    data: { hProperties: { title: `${EMBED_MARK}${only.url ?? ''}` } },
  }
}

const walk = (node: MdNode): void => {
  if (node.children === undefined || node.type === 'link') return
  if (node.type === 'blockquote') asCallout(node)
  const children = node.children.flatMap((child) =>
    child.type === 'text' ? piecesOf(child.value ?? '') : [child],
  )
  for (const child of children) walk(child)
  node.children = children.map(asEmbed)
}

export const noteSyntax = () => walk as (tree: unknown) => void

/** The name of a heading in an address; the same for a heading and for what links to it. */
export const headingId = (text: string): string =>
  `note-${text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/gu, '')}`

const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/iu

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A path as seen from the folder of a note; undefined where it leads out of the book. */
export const pathFrom = (note: string, written: string): string | undefined => {
  const steps = written.startsWith('/') ? [] : note.split('/').slice(0, -1)
  for (const step of written.split('/')) {
    if (step === '..' && steps.pop() === undefined) return undefined
    if (step !== '' && step !== '.' && step !== '..') steps.push(step)
  }
  return steps.join('/')
}

/** The path of an address as its note writes it; whoever has the files knows from where it is meant. */
export const writtenPath = (address: string): string => decoded(address.replace(/[?#].*$/su, ''))

export type Place = { name: string; heading: string }

/** Where a link of a note leads within its book; undefined where it leads elsewhere or is none. */
export const placeOf = (note: string, href: string, isWiki: boolean): Place | undefined => {
  if (ELSEWHERE.test(href)) return undefined
  const [address = '', heading = ''] = href.split('#')
  if (isWiki) return { name: decoded(address.replace(/^\?note=/u, '')), heading: decoded(heading) }
  const path = decoded(address.replace(/\?.*$/su, ''))
  if (path === '') return { name: '', heading: decoded(heading) }
  const found = pathFrom(note, path)
  const name = found?.replace(/\.(?:md|markdown)$/iu, '')
  return name === undefined || name === '' ? undefined : { name, heading: decoded(heading) }
}
