import type { CaptureAlarm } from '@teamlore/shared'
import type { MemoryFigures } from './capture-figures.ts'
import { remedyOfLostRows } from './remedy-of-lost-rows.ts'

type Judged = Pick<CaptureAlarm, 'code' | 'severity' | 'message' | 'remedy'>

const OF_MEMORY_FILES = 'capture.memory_files'

export const isOfMemoryFiles = ({ code }: Pick<CaptureAlarm, 'code'>): boolean =>
  code.startsWith(OF_MEMORY_FILES)

/** What somebody should look at in the mirror of a machine's memory files. */
export const memoryFileAlarms = (
  name: string,
  { agent, server, not_arrived }: MemoryFigures,
): Judged[] =>
  [
    not_arrived === 0
      ? undefined
      : ({
          code: `${OF_MEMORY_FILES}_not_arrived`,
          severity: 'error',
          message: `${files(not_arrived)} that ${name} has mirrored ${are(not_arrived)} not on the server.`,
          remedy:
            'Was a database restored? All are sent again within a day. To have them at once, remove `memory-files.json` in the state folder of that machine and run `lore import`.',
        } as const),
    server.not_indexed === 0
      ? undefined
      : ({
          code: `${OF_MEMORY_FILES}_not_indexed`,
          severity: 'error',
          message: `${files(server.not_indexed)} of ${name} ${are(server.not_indexed)} on the server, but no search finds all of ${server.not_indexed === 1 ? 'it' : 'them'}.`,
          remedy: remedyOfLostRows('memory files', 'index-memory-file'),
        } as const),
    (agent?.quarantined ?? 0) === 0
      ? undefined
      : ({
          code: `${OF_MEMORY_FILES}_quarantined`,
          severity: 'warning',
          message: `${files(agent?.quarantined ?? 0)} of ${name} cannot be mirrored: ${agent?.last_error?.message ?? 'the server would not have them.'}`,
          remedy:
            'They are offered again every hour, and as soon as one of them changes. Where the server is older than `lore` there, have it updated.',
        } as const),
  ].filter((alarm) => alarm !== undefined)

const files = (n: number): string => (n === 1 ? '1 memory file' : `${n} memory files`)
const are = (n: number): string => (n === 1 ? 'is' : 'are')
