import type { SessionLink } from '@teamlore/shared/commits'
import type { CreateLinkResponse } from '@teamlore/shared/links'
import type { SpooledCommits } from '../git/spool-commits.ts'
import { count, plural } from '../output/format.ts'
import { bold, cyan, dim, type Line } from '../output/line.ts'

const percent = (share: number): string => `${Math.round(100 * share)} %`

/** Links with their reasons, as a person reads them. */
export const linkLines = (
  links: readonly SessionLink[],
  { of }: { of: 'session' | 'commit' },
): Line[] =>
  links.length === 0
    ? [
        [
          of === 'commit'
            ? 'No session is linked to this commit: a person may have written it, or `lore link --backfill` has not sent it yet.'
            : 'Nothing is linked to this session yet.',
        ],
      ]
    : links.flatMap((link) => [
        [
          of === 'commit'
            ? cyan(link.session.id)
            : cyan(link.commit?.sha.slice(0, 12) ?? link.target),
          '  ',
          bold(of === 'commit' ? link.session.title : (link.commit?.subject ?? link.type)),
          dim(`  ${link.relation}, ${percent(link.confidence)} sure`),
        ],
        ...link.reasons.map((reason): Line => [dim(`    ${reason}`)]),
      ])

export const linkMadeLines = (
  { session, target, was_linked }: CreateLinkResponse,
  { isDryRun }: { isDryRun: boolean },
): Line[] => [
  [
    `${isDryRun ? 'Would link' : 'Linked'} "${session.title}" to ${target.slice(0, 60)}${was_linked ? ', which was linked already' : ''}.`,
  ],
]

export type BackfillFigures = SpooledCommits & {
  sent: number
  inserted: number
  redactions: number
  /** What the server said of what it would not have. */
  refused: string | null
  /** Why the rest waits on this machine. */
  waits: string | null
}

export type CodeFigures = { sent: number; without_text: number }

export const codeLines = (code: CodeFigures | null): Line[] =>
  code === null
    ? []
    : [
        [`The project shares its code: that of ${plural(code.sent, 'commit')} was sent now.`],
        ...(code.without_text === 0
          ? []
          : [
              [
                `${plural(code.without_text, 'commit')} of them went without text: too large for the server.`,
              ],
            ]),
      ]

export const backfillLines = (
  { found, spooled, sent, inserted, already, refused, waits }: BackfillFigures,
  { isDryRun, seconds }: { isDryRun: boolean; seconds: number },
): Line[] => {
  const missing = found - already
  const waiting = Math.max(0, spooled - sent)
  if (isDryRun)
    return [
      [
        `${plural(missing, 'commit')} would be sent; ${count(already)} ${already === 1 ? 'was' : 'were'} sent before.`,
      ],
    ]
  const speed = seconds > 0 && sent > 0 ? `, ${count(Math.round(sent / seconds))} a second` : ''
  return [
    [
      `${plural(sent, 'commit')} sent, ${count(inserted)} of them new to the server${speed}; ${count(already)} ${already === 1 ? 'was' : 'were'} sent before.`,
    ],
    ...(refused === null
      ? []
      : [[`The server would not have some, which are set aside: ${refused}`]]),
    ...(waits === null
      ? []
      : [
          [
            `${plural(waiting, 'commit')} ${waiting === 1 ? 'waits' : 'wait'} on this machine: ${waits} A running \`lore watch\` or \`lore import\` sends ${waiting === 1 ? 'it' : 'them'}.`,
          ],
        ]),
  ]
}
