import type { TimelineRow } from '@teamlore/db'
import type { TimelineItem } from '@teamlore/shared'
import { urlOf } from '../search/present-hits.ts'
import { PRESENTED } from '../search/presented-kinds.ts'
import { firstLine } from '../text/clean-text.ts'

const TITLE_CHARS = 160

/** What a timeline shows of a row. A message is shown by its own words: its title is the prompt that it answers. */
export const timelineItem = (row: TimelineRow, tokens: number): TimelineItem => ({
  id: row.id,
  kind: row.kind,
  type: row.type,
  title: titleOf(row),
  at: row.at,
  author: row.author,
  project: row.project,
  tool: row.tool,
  session_id: row.sessionId,
  message_id: row.messageId,
  status: row.status,
  url: row.kind === 'session' ? `/sessions/${row.id}` : urlOf(row.id, row),
  tokens,
})

const titleOf = ({ kind, title, beginning }: TimelineRow): string =>
  firstLine(isShownByItsWords(kind) ? beginning : title, TITLE_CHARS) ||
  firstLine(title || beginning, TITLE_CHARS) ||
  kind

const isShownByItsWords = (kind: TimelineRow['kind']): boolean =>
  kind !== 'session' && PRESENTED[kind].titleInTimeline === 'own words'
