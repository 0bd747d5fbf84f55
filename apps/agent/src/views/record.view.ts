import type { LoreRecord, Observation, Summary } from '@teamlore/shared'
import { ownTitle } from '@teamlore/shared/own-title'
import { dateTime } from '../output/format.ts'
import { bold, cyan, dim, type Line, type Piece } from '../output/line.ts'
import { passageLines } from '../output/passage.ts'
import { wrapLine } from '../output/wrap.ts'

type Options = { width: number | undefined }

/** Anything the server knows, as it sends it. */
export const recordLines = (
  { kind, title, text, occurred_at, url }: LoreRecord,
  { width, server }: Options & { server: string },
): Line[] => [
  ...wrapLine([bold(title)], { width }),
  ...wrapLine([dim([kind.replaceAll('_', ' '), dateTime(occurred_at)].join(' · '))], { width }),
  [],
  ...passageLines(text, { width, indent: '', hint: '' }),
  [],
  [cyan(`${server}${url}`)],
]

export const observationLines = (found: Observation, { width }: Options): Line[] => [
  ...wrapLine([bold(found.title)], { width }),
  ...section(undefined, ownTitle(found.subtitle, found.title), width),
  ...wrapLine(
    [
      dim(
        [
          found.type,
          dateTime(found.occurred_at),
          found.project?.name,
          `distilled: ${found.distiller}`,
          `origin: ${found.origin}`,
        ]
          .filter(Boolean)
          .join(' · '),
      ),
    ],
    { width },
  ),
  ...section('', ownTitle(found.narrative, found.title), width),
  ...list('Facts', found.facts, width),
  ...list('Changed', found.files_modified, width),
  ...list('Read', found.files_read, width),
  ...section('Concepts', found.concepts.join(', '), width),
  ...openLines([found.message_id, found.session_id]),
]

export const summaryLines = (summary: Summary, { width }: Options): Line[] => [
  ...wrapLine([bold(summary.request || 'Summary')], { width }),
  ...wrapLine(
    [
      dim(
        [
          `summary of prompt ${summary.prompt_number}`,
          dateTime(summary.occurred_at),
          summary.project?.name,
          `distilled: ${summary.distiller}`,
        ]
          .filter(Boolean)
          .join(' · '),
      ),
    ],
    { width },
  ),
  ...section('Investigated', summary.investigated, width),
  ...section('Learned', summary.learned, width),
  ...section('Completed', summary.completed, width),
  ...section('Next steps', summary.next_steps, width),
  ...section('Notes', summary.notes, width),
  ...openLines([summary.prompt_id, summary.session_id]),
]

/** A text under its title, with an empty line before; without a title it follows at once. Nothing for an empty text. */
const section = (title: string | undefined, text: string, width: number | undefined): Line[] => {
  if (text.trim() === '') return []
  const indent: Piece = title ? '  ' : ''
  const body = passageLines(text, { width, indent, hint: '' })
  if (title === undefined) return body
  return title === '' ? [[], ...body] : [[], [bold(title)], ...body]
}

const list = (title: string, items: readonly string[], width: number | undefined): Line[] =>
  items.length === 0
    ? []
    : [
        [],
        [bold(title)],
        ...items.flatMap((item) =>
          passageLines(item, { width, indent: '    ', hint: '' }).map(
            (line, at): Line => (at === 0 ? ['  - ', ...line.slice(1)] : line),
          ),
        ),
      ]

const openLines = (ids: readonly (string | null)[]): Line[] => [
  [],
  ...ids.flatMap((id) => (id === null ? [] : [[dim('from  '), cyan(`lore show ${id}`)]])),
]
