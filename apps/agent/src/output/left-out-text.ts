import { plural } from './format.ts'

type LeftOut = { sessions: number; memoryFiles?: number; contents: number }

/** What stays on this machine, and why. */
export const leftOutText = ({ sessions, memoryFiles = 0, contents }: LeftOut): string => {
  const kinds = [
    ...(sessions > 0 ? [plural(sessions, 'session')] : []),
    ...(memoryFiles > 0 ? [plural(memoryFiles, 'memory file')] : []),
    ...(contents > 0 ? [`contents of files or commands in ${plural(contents, 'place')}`] : []),
  ]
  const last = kinds.pop()
  const list = kinds.length > 0 ? `${kinds.join(', ')} and ${last}` : last
  return `${list}, by .loreignore or because these hold secrets`
}
