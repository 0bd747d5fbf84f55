import type { SessionLink } from '@teamlore/shared/commits'
import type { CreateLinkResponse } from '@teamlore/shared/links'
import type { SentCommits } from '../git/send-commits.ts'
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

export const backfillLines = (
  { found, sent, inserted, already }: SentCommits,
  { isDryRun, seconds }: { isDryRun: boolean; seconds: number },
): Line[] => {
  const missing = found - already
  if (isDryRun)
    return [[`${plural(missing, 'commit')} would be sent; ${count(already)} were sent before.`]]
  const speed = seconds > 0 ? `, ${count(Math.round(sent / seconds))} a second` : ''
  return [
    [
      `${plural(sent, 'commit')} sent, ${count(inserted)} of them new to the server${speed}; ${count(already)} were sent before.`,
    ],
  ]
}
