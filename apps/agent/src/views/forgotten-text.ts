import { plural } from '../output/format.ts'

/** What became of sessions of this machine that were forgotten, or brought back, in a sentence each. */
export const forgottenTexts = ({
  sessions,
  again,
}: {
  sessions: number
  again: number
}): string[] => [
  ...(sessions === 0
    ? []
    : [
        `${plural(sessions, 'session was', 'sessions were')} forgotten by their owner or an admin: removed from this machine's spool and caches. The files of the coding tools were not touched.`,
      ]),
  ...(again === 0
    ? []
    : [
        `${plural(again, 'session was', 'sessions were')} brought back: what was not sent meanwhile is read again.`,
      ]),
]
