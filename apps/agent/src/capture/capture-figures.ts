import type { Source } from '@teamlore/sources/source'
import { type CaptureState, type ToolCapture, UNREADABLE } from '../platform/capture-state.ts'
import { DAMAGED_BATCH } from '../spool/batch-file.ts'
import type { Batch } from '../spool/batch-folder.ts'
import type { Spool } from '../spool/spool.ts'
import type { ServerStorage } from './server-storage.ts'

/** What is counted while it happens; the rest is looked up when it is asked for. */
export type Counts = Pick<
  ToolCapture,
  'files' | 'sent' | 'acknowledged' | 'left_out' | 'last_success_at' | 'last_error'
>

export const countsIn = ({
  files,
  sent,
  acknowledged,
  left_out,
  ...rest
}: ToolCapture): Counts => ({
  files,
  sent,
  acknowledged,
  left_out,
  last_success_at: rest.last_success_at,
  last_error: rest.last_error,
})

export const noCounts = (): Counts => ({
  files: 0,
  sent: 0,
  acknowledged: 0,
  left_out: 0,
  last_success_at: null,
  last_error: null,
})

export const spoolFigures = (
  spool: Spool | undefined,
): Pick<CaptureState, 'spool' | 'rejected'> => {
  const waiting = spool?.waiting() ?? []
  const quarantined = spool?.quarantined() ?? []
  return {
    spool: {
      batches: waiting.length,
      bytes: bytesOf(waiting),
      limit_bytes: spool?.limitBytes ?? 0,
      oldest_at: oldestOf(waiting),
    },
    rejected: { batches: quarantined.length, bytes: bytesOf(quarantined) },
  }
}

const bytesOf = (batches: readonly Batch[]): number =>
  batches.reduce((sum, { bytes }) => sum + bytes, 0)

const oldestOf = (batches: readonly Batch[]): string | null =>
  batches.map(({ header }) => header.created_at).sort()[0] ?? null

export const toolFigures = (
  tools: ReadonlyMap<string, Counts>,
  {
    sources,
    store,
    spool,
  }: Pick<ServerStorage, 'store' | 'spool'> & { sources: readonly Source[] },
): ToolCapture[] => {
  const labels = new Map(sources.map(({ info }) => [info.name, info.label]))
  const badLines = badLinesByTool(store)
  const waiting = spool?.waiting() ?? []
  const quarantined = spool?.quarantined() ?? []
  return [...tools].sort().map(([tool, counts]) => ({
    tool,
    label: labels.get(tool) ?? tool,
    ...store.totals(tool),
    bad_lines: badLines.get(tool) ?? 0,
    ...counts,
    last_error: stillSo(
      counts.last_error,
      quarantined.filter(({ header }) => tool in header.tools),
    ),
    spooled: messagesOf(waiting, tool),
    quarantined: messagesOf(quarantined, tool),
    oldest_unsent_at: oldestOf(waiting.filter(({ header }) => tool in header.tools)),
  }))
}

/** What was refused is a trouble for as long as it is quarantined, not while it waits for another chance or the server is away. */
const stillSo = (
  error: Counts['last_error'],
  quarantined: readonly Batch[],
): Counts['last_error'] =>
  quarantined.length > 0 || error?.code === UNREADABLE || error?.code === DAMAGED_BATCH
    ? error
    : null

const messagesOf = (batches: readonly Batch[], tool: string): number =>
  batches.reduce((sum, { header }) => sum + (header.tools[tool]?.messages ?? 0), 0)

const badLinesByTool = (store: ServerStorage['store']): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const { tool, bad_lines } of store.files())
    sums.set(tool, (sums.get(tool) ?? 0) + bad_lines.count)
  return sums
}
