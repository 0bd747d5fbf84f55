import { BOOK_ROLES, type BookRole } from '../roles.ts'

export const EXPORT_FORMATS = [
  'json',
  'markdown',
  'mermaid',
  'graphviz',
  'gazetteer',
  'handout',
  'site',
] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** What is handed out shows what everybody sees, unless a role is named. */
export const roleForExport = (format: ExportFormat): BookRole | undefined =>
  format === 'handout' ? BOOK_ROLES[0] : undefined
