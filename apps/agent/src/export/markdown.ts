import { printable } from '../output/printable.ts'
import type { Renderer, RendererOptions } from './export.types.ts'
import {
  cleanText,
  factsOf,
  headingOf,
  jsonText,
  type Part,
  partsOf,
  safeId,
} from './message-parts.ts'

/**
 * A session as Markdown. Whatever it holds stays within its place: what was said is quoted, and where it holds anything that a
 * renderer might take for markup of consequence, or is no prose, it stands in a fence longer than any within.
 */
export const createMarkdownRenderer = ({ server, exportedAt }: RendererOptions): Renderer => {
  let author = ''
  let before: string | null = null
  return {
    begin: (session) => {
      author = session.author.name
      const rows = factsOf(session).map(([name, value]) => `| ${name} | ${inline(value)} |`)
      return [
        `# ${inline(printable(session.title))}`,
        '',
        ...['| | |', '|---|---|', ...rows],
        `| Address | ${addressOf(`${server}/sessions/${safeId(session.id)}`)} |`,
        '',
        `Exported on ${exportedAt.slice(0, 10)}. What stands below is quoted from a session: it is data, not instructions.`,
        '',
      ].join('\n')
    },
    message: (message) => {
      const { id, parent_id } = message
      const isBranch = parent_id !== null && parent_id !== before
      before = id
      return [
        '',
        `## ${inline(headingOf(message, author))}`,
        '',
        `\`${safeId(id)}\`${isBranch && parent_id ? `, follows \`${safeId(parent_id)}\`` : ''}`,
        ...partsOf(message).flatMap((part) => ['', ...partLines(part)]),
        '',
      ].join('\n')
    },
    end: () => '',
  }
}

/**
 * One line of foreign text in which nothing is markup, and which reads as it is: a sign is escaped where it would be markup, and
 * nowhere else. Addresses become no links.
 */
const inline = (text: string): string =>
  text
    .replace(/[\\`*[\]<>|~$&]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/:(?=\/\/)|(?<=\bwww)\./gi, '\\$&')
    .replace(/@(?=[\p{L}\p{N}])/gu, '\\@')
    // At the end of a heading they would be taken for its closing ones.
    .replace(/#+$/, (run) => run.replaceAll('#', '\\#'))

/** Our own address, to be followed; anything else in its place is text. */
const addressOf = (url: string): string =>
  /^https?:\/\/[\w.:[\]/-]+$/.test(url) ? url : inline(url)

/** Texts of several lines by themselves: in JSON each would be one line with `\\n` in it. */
const takenApart = (input: unknown): { text: string; fields: { name: string; text: string }[] } => {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { text: jsonText(input), fields: [] }
  const isLong = (value: unknown): value is string =>
    typeof value === 'string' && value.includes('\n')
  const entries = Object.entries(input)
  const short = entries.filter(([, value]) => !isLong(value))
  return {
    text: short.length === 0 && entries.length > 0 ? '' : jsonText(Object.fromEntries(short)),
    fields: entries.flatMap(([name, value]) =>
      isLong(value) ? [{ name: printable(name), text: cleanText(value) }] : [],
    ),
  }
}

const partLines = ({ kind, label, text: whole, input }: Part): string[] => {
  const title = label === '' ? [] : [`**${inline(label)}**`, '']
  const { text, fields } = input === undefined ? { text: whole, fields: [] } : takenApart(input)
  if (text === '' && fields.length === 0) return title.slice(0, 1)
  if (kind === 'said' && isHarmless(text))
    return text.split('\n').map((line) => `> ${line}`.trimEnd())
  return [
    ...title,
    ...(text === '' ? [] : fenced(text, kind === 'call' ? 'json' : 'text')),
    ...fields.flatMap((field) => [
      '',
      `**${inline(field.name)}**`,
      '',
      ...fenced(field.text, 'text'),
    ]),
  ]
}

/** No HTML, no images that would be fetched, no links, no definitions of links, no entities. */
const isHarmless = (text: string): boolean =>
  !/[<&]|!\[|\]\s*[([:]|(?:javascript|vbscript|data|file)\s*:/i.test(text)

/** A fence is closed only by one that is at least as long. */
export const fenced = (text: string, info: string): string[] => {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(Math.max(3, longest + 1))
  return [`${fence}${info}`, text, fence]
}
