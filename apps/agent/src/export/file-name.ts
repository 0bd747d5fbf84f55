import type { SessionDetail } from '@teamlore/shared'
import { EXTENSIONS, type ExportFormat } from './export.types.ts'
import { safeId } from './message-parts.ts'

/**
 * `2026-07-22-mend-the-tide-table-lock-ses_01m80a2qgh….md`: plain letters whatever the title holds, so that no name leads
 * elsewhere or means something to a system, and the id so that none is another's.
 */
export const exportFileName = (
  { id, title, started_at }: Pick<SessionDetail, 'id' | 'title' | 'started_at'>,
  format: ExportFormat,
): string => {
  const date = /^\d{4}-\d\d-\d\d/.exec(started_at ?? '')?.[0] ?? 'undated'
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  return `${[date, words, safeId(id)].filter((part) => part !== '').join('-')}.${EXTENSIONS[format]}`
}
