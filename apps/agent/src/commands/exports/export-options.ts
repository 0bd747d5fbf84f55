import type { ExportFormat } from '../../export/export.types.ts'

export type ExportOptions = {
  project?: string | undefined
  /** All sessions of the asker, as Markdown and JSON, and the memories they wrote. */
  mine?: boolean | undefined
  format?: ExportFormat | undefined
  out?: string | undefined
  force?: boolean | undefined
}
