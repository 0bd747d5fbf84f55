const SPECIAL = /[\\*_{}[\]<>()#+!|~`]/g
/** Between a sign and what stands behind it: hosts link people and issues by both together. */
const APART = '\u200b'

/** Zero-width, bidirectional and tag characters, which say what nobody sees. */
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

const unlinkedProse = (text: string): string =>
  text
    .replace(/@(?=[\p{L}\p{N}])/gu, `@${APART}`)
    .replace(/([#!$%&])(?=\d)/g, `$1${APART}`)
    .replace(/\b(G[HL]-)(?=\d)/gi, `$1${APART}`)
    .replace(/(\[\w+:)(?=[\w/])/g, `$1${APART}`)

const proseOf = (text: string): string => unlinkedProse(text.replace(SPECIAL, '\\$&'))

/**
 * Before an issue, by whichever of its names: a host closes it when this is merged. GitLab reads these words in code as well, so that
 * they are parted there, too.
 */
const CLOSING =
  /\b(?=(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?):?\s+(?:issues?\s+)?[^\w\s]{0,8}(?:\S{0,300}[#!&]\d|https?:|www\.|[A-Z]\w*-\d|\w+:\d))./gi

/** The page of an issue or of a change: it shows whatever links it, so that it stands as code. */
const PAGE =
  /((?:https?:\/\/|www\.)[^\s`<>()[\]*"']{0,300}\/(?:issues|pull|merge_requests|work_items|epics)\/\d(?:[^\s`<>()[\]*"',;.:!?]|[,;.:!?](?=\w))*)/i

/** Code in backticks stays code, and prose becomes what is made of it. */
const unlinked = (text: string, ofProse: (prose: string) => string): string =>
  text
    .replace(CLOSING, `$&${APART}`)
    .split(/(`[^`]+`)/)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part
            .split(PAGE)
            .map((piece, nth) => (nth % 2 === 1 ? `\`${piece}\`` : ofProse(piece)))
            .join(''),
    )
    .join('')

/** Markdown as it is, but that it calls nobody, and links and closes no issue. Code in backticks stays code. */
export const withoutLinks = (markdown: string): string => unlinked(markdown, unlinkedProse)

/**
 * Words of others in Markdown: they are shown as they are, call nobody, link no issue and form nothing. Code in backticks stays code. All in
 * one line.
 */
export const plainMarkdown = (text: string): string => {
  const oneLine = text
    .replace(UNSEEN, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a host would show or act on them
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
  return unlinked(oneLine, proseOf).replace(/ {2,}/g, ' ').trim()
}

/** Code in one line, whatever it holds: with more backticks around it than in it. */
export const inlineCode = (text: string): string => {
  const clean = text.replace(UNSEEN, '').replace(/\s+/g, ' ')
  const longest = Math.max(0, ...(clean.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `\`${clean}\`` : `${fence} ${clean} ${fence}`
}
