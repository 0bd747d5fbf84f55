import type { ChangeItem, ChangeReport, ChangeSession } from '@teamlore/shared/change-report'
import { plural } from '@teamlore/shared/plural'
import { inlineCode, plainMarkdown } from './plain-markdown.ts'
import { bearsOf, doubtsOf, headOf, placeOf, sentenceOf } from './words.ts'

export type MarkdownOptions = {
  /** Address of the server's pages, without a slash at its end; links are left out where there is none. */
  pages?: string | undefined
  /** Read by people outside of the team: no names of people, no titles of sessions. */
  isPublic?: boolean
  /** The longest text that the host takes, in characters. */
  most?: number
  /** Numbers of items by their ids, where readers may name one. */
  numbers?: ReadonlyMap<string, number> | undefined
  /** Lines below all else, as Markdown. */
  foot?: readonly string[]
}

const TITLE = '### What the team knows of this change'
const MAX_CHARS = 65_000

const linkOf = (pages: string | undefined, path: string, id: string): string =>
  pages === undefined ? inlineCode(id) : `[${id}](${pages}/${path}/${id})`

const itemLines = (item: ChangeItem, { pages, isPublic, numbers }: MarkdownOptions): string[] => {
  const place = placeOf(item)
  const number = numbers?.get(item.id)
  const marks = [
    linkOf(pages, 'memories', item.id),
    item.recorded_at.slice(0, 10),
    ...(item.author === null || isPublic === true ? [] : [plainMarkdown(item.author)]),
  ]
  return [
    `- **${number === undefined ? '' : `${number} · `}${headOf(item)}**${place === '' ? '' : ` ${inlineCode(place)}`}: ${plainMarkdown(sentenceOf(item))}`,
    `  <sub>Shown because ${plainMarkdown(bearsOf(item))}. ${marks.join(' · ')}</sub>`,
    ...doubtsOf(item).map((doubt) => `  - ${plainMarkdown(doubt)}`),
  ]
}

const sessionText = ({ id, title, tool, person, commits }: ChangeSession, pages?: string): string =>
  `${title === null || title === '' ? 'a session' : `“${plainMarkdown(title)}”`} (${plainMarkdown(person)} with ${plainMarkdown(tool)}, ${plural(commits, 'commit')}, ${linkOf(pages, 'sessions', id)})`

/** Which sessions made the change; for people outside of the team, how many. */
const sessionLines = (
  { sessions, commits }: ChangeReport,
  { pages, isPublic }: MarkdownOptions,
): string[] => {
  if (commits.linked === 0) return []
  const share = `${commits.linked} of ${plural(commits.asked, 'commit')}`
  if (isPublic === true || sessions.length === 0)
    return ['', `<sub>${share} came out of recorded sessions.</sub>`]
  const shown = sessions.slice(0, 3).map((one) => sessionText(one, pages))
  const more = sessions.length > 3 ? [`${sessions.length - 3} more`] : []
  return [
    '',
    `<sub>${share} came out of recorded sessions: ${[...shown, ...more].join('; ')}.</sub>`,
  ]
}

const noteLines = ({ left_out, files_without_lines }: ChangeReport): string[] => [
  ...(left_out === 0 ? [] : ['', `<sub>${plural(left_out, 'more item')} left out.</sub>`]),
  ...(files_without_lines === 0
    ? []
    : [
        '',
        `<sub>Of ${plural(files_without_lines, 'file')} the host gave no lines, so ${files_without_lines === 1 ? 'it was' : 'they were'} compared as a whole.</sub>`,
      ]),
]

/** A report as Markdown of code hosts. Empty where nothing is worth saying. Items that do not fit are left out whole, and counted. */
export const markdownOf = (report: ChangeReport, options: MarkdownOptions = {}): string => {
  const { items } = report
  if (items.length === 0) return ''
  const most = options.most ?? MAX_CHARS
  for (let shown = items.length; shown >= 0; shown -= 1) {
    const left = { ...report, left_out: report.left_out + items.length - shown }
    const text = [
      TITLE,
      '',
      ...items.slice(0, shown).flatMap((item) => itemLines(item, options)),
      ...sessionLines(report, options),
      ...noteLines(left),
      ...(options.foot ?? []),
    ].join('\n')
    if (text.length <= most) return `${text}\n`
  }
  return ''
}
