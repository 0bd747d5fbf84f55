import type { ImportOptions, ImportReport, RunImport } from '../capture/import.types.ts'

export const buildReport = (fields: Partial<ImportReport> = {}): ImportReport => ({
  files: 44,
  skippedFiles: [],
  sessions: 48,
  messages: 12_300,
  prompts: 812,
  edits: 97,
  tools: [],
  badLines: [],
  unknownRecords: 0,
  redactions: 0,
  sent: { sessions: 45, messages: 12_000, requests: 7, bytes: 3_200_000 },
  unchanged: { sessions: 3 },
  older: 0,
  failed: [],
  partiallyStored: [],
  leftOut: { sessions: 0, contents: 0 },
  serverRedactions: 0,
  tookMs: 12_400,
  dryRun: false,
  stopped: false,
  ...fields,
})

export const nothingSent = { sessions: 0, messages: 0, requests: 0, bytes: 0 }

/** An engine that reports what a test sets, and remembers what it was asked. */
export const createFakeImport = (fields: Partial<ImportReport> = {}) => {
  const asked: ImportOptions[] = []
  const importSessions: RunImport = async (options) => {
    asked.push(options)
    return buildReport({ dryRun: options.dryRun, ...fields })
  }
  return { asked, importSessions }
}
