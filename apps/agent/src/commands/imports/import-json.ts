import type { ImportReport } from '../../capture/import.types.ts'

/** The report as scripts get it, in the spelling of the API. */
export const importJson = (report: ImportReport, waitedMs: number) => ({
  dry_run: report.dryRun,
  stopped: report.stopped,
  files: report.files,
  sessions: report.sessions,
  messages: report.messages,
  prompts: report.prompts,
  edits: report.edits,
  tools: report.tools.map(({ outputTokens, badLines, ...figures }) => ({
    ...figures,
    output_tokens: outputTokens,
    bad_lines: badLines,
  })),
  sent: report.sent,
  unchanged: report.unchanged,
  older: report.older,
  redactions: report.redactions,
  left_out: report.leftOut,
  server_redactions: report.serverRedactions,
  unknown_records: report.unknownRecords,
  skipped_files: report.skippedFiles,
  bad_lines: report.badLines.map(({ path, count, firstLine }) => ({
    path,
    count,
    first_line: firstLine,
  })),
  failed: report.failed,
  kept_in_part: report.partiallyStored,
  waited_ms: waitedMs,
  took_ms: Math.round(report.tookMs),
})
