import type { IngestResponse } from '@teamlore/shared'
import { partiallyStored } from '../wire/partially-stored.ts'
import type { FileEntry } from './file-index.ts'
import type { ImportProgress, ImportReport } from './import.types.ts'
import { createToolTally } from './tool-tally.ts'

type Acknowledged = IngestResponse['sessions'][number]
type Held = Pick<FileEntry, 'counts' | 'redactions' | 'unknown_records'>

/** Gathers what happens during an import into its report and its progress. */
export const createReportBuilder = (
  onProgress: ((progress: ImportProgress) => void) | undefined,
) => {
  const held = new Map<string, Held>()
  const sent = new Map<string, number>()
  const unchanged = new Set<string>()
  const lists = emptyLists()
  const wire = { messages: 0, requests: 0, bytes: 0 }
  let serverRedactions = 0
  let older = 0
  const leftOutWhole = new Set<string>()
  const leftOutOf = new Map<string, number>()
  const tally = createToolTally()
  const progress = createProgress(onProgress)

  return {
    progress,
    skipped: (path: string, reason: string) => lists.skippedFiles.push({ path, reason }),
    failed: onceEach((name, reason) => lists.failed.push({ name, reason })),
    replaced: (path: string) => lists.replacedFiles.push(path),
    /** A file was looked at as one of a tool's. */
    lookedAt: (tool: string, path: string) => tally.file(tool, path),
    badLines: (tool: string, path: string, { count, first }: FileEntry['bad_lines']): void => {
      tally.badLines(tool, count)
      if (count > 0) lists.badLines.push({ path, count, firstLine: first })
    },
    /** What a session holds; counted once, however many files hold it. */
    holds: (session: string, what: Held) => held.set(session, what),
    unchanged: (session: string) => unchanged.add(session),
    /** A place holds nothing new enough to be wanted now. */
    older: () => {
      older++
    },
    /** Of a session `contents` stay here; all of it without them. */
    leftOut: (session: string, contents?: number): void => {
      if (contents === undefined) leftOutWhole.add(session)
      else leftOutOf.set(session, contents)
    },
    requested: (bytes: number): void => {
      wire.requests++
      wire.bytes += bytes
    },
    /** `messages` of a session went out; in a dry run, would have gone out. */
    sent: (session: string, messages: number): void => {
      sent.set(session, (sent.get(session) ?? 0) + messages)
      wire.messages += messages
      progress.report({ sessionsSent: sent.size, messagesSent: wire.messages })
    },
    acknowledged: (answer: Acknowledged): void => {
      serverRedactions += answer.server_redactions
      lists.partiallyStored.push(...partiallyStored(answer))
    },
    done: (): Omit<ImportReport, 'tookMs' | 'dryRun' | 'stopped'> => {
      progress.report({ phase: 'done', currentFile: null })
      return {
        files: tally.files(),
        ...totalsOf(held),
        tools: tally.figures(held),
        ...inOrder(lists),
        sent: { sessions: sent.size, ...wire, messages: messagesIn(sent, held) },
        unchanged: { sessions: [...unchanged].filter((session) => !sent.has(session)).length },
        leftOut: {
          sessions: leftOutWhole.size,
          contents: [...leftOutOf.values()].reduce((sum, n) => sum + n, 0),
        },
        serverRedactions,
        older,
      }
    },
  }
}

const emptyLists = () => ({
  skippedFiles: [] as ImportReport['skippedFiles'],
  badLines: [] as ImportReport['badLines'],
  replacedFiles: [] as string[],
  failed: [] as ImportReport['failed'],
  partiallyStored: [] as ImportReport['partiallyStored'],
})

/** Sessions of one store may all fail for the reason that it has. */
const onceEach = (report: (name: string, reason: string) => void) => {
  const reported = new Set<string>()
  return (name: string, reason: string): void => {
    const about = `${name}\n${reason}`
    if (!reported.has(about)) report(name, reason)
    reported.add(about)
  }
}

export type ReportBuilder = ReturnType<typeof createReportBuilder>

const createProgress = (onProgress: ((progress: ImportProgress) => void) | undefined) => {
  const progress: ImportProgress = {
    phase: 'finding',
    placesTotal: 0,
    placesDone: 0,
    sessionsSent: 0,
    messagesSent: 0,
    currentFile: null,
    tool: null,
  }
  const report = (change: Partial<ImportProgress>): void => {
    Object.assign(progress, change)
    onProgress?.({ ...progress })
  }
  return {
    report,
    found: (placesTotal: number) => report({ placesTotal }),
    reading: (path: string) => report({ phase: 'sending', currentFile: path }),
    /** Places of a tool come next. */
    ofTool: (name: string, total: number) => report({ tool: { name, total, done: 0 } }),
    placeDone: () => {
      const { tool } = progress
      report({
        placesDone: progress.placesDone + 1,
        tool: tool && { ...tool, done: tool.done + 1 },
      })
    },
  }
}

/** By path, so that two runs over the same files report the same. */
const inOrder = <T extends Record<string, (string | { path: string } | { name: string })[]>>(
  lists: T,
): T => {
  const nameOf = (item: string | { path: string } | { name: string }): string =>
    typeof item === 'string' ? item : 'path' in item ? item.path : item.name
  for (const list of Object.values(lists)) list.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  return lists
}

/** A message that went on after a part of a large file was sent goes out once more, and is one message all the same. */
const messagesIn = (sent: ReadonlyMap<string, number>, held: ReadonlyMap<string, Held>): number => {
  let messages = 0
  for (const [session, count] of sent)
    messages += Math.min(count, held.get(session)?.counts.messages ?? count)
  return messages
}

const totalsOf = (held: ReadonlyMap<string, Held>) => {
  const totals = { messages: 0, prompts: 0, edits: 0, redactions: 0, unknownRecords: 0 }
  for (const { counts, redactions, unknown_records } of held.values()) {
    totals.messages += counts.messages
    totals.prompts += counts.prompts
    totals.edits += counts.edits
    totals.redactions += redactions
    totals.unknownRecords += unknown_records
  }
  return { sessions: held.size, ...totals }
}
