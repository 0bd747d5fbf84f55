import type { MemoryFilesReceipt, MemoryFilesReport } from '@teamlore/shared'
import { packBody } from '../wire/wire.ts'
import type { Sending } from './payload.ts'

/** Reports the current memory files of a folder. To a server that remembers more reports than this machine, once more. */
export const sendMemoryFiles = async ({
  client,
  bytes,
  value,
  signal,
}: Sending): Promise<MemoryFilesReceipt> => {
  const report = value as MemoryFilesReport
  const first = await client.memoryFiles.report(bytes, 'br', { signal })
  if (first.revision <= report.revision) return first
  const later = { ...report, revision: first.revision + 1 }
  return client.memoryFiles.report(await packBody(JSON.stringify(later)), 'br', { signal })
}
