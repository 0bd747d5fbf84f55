import { isAbsolute, posix, win32 } from 'node:path'
import type { LineChange } from './changed-lines.ts'

/** A change to one file, before it is tied to a message. */
export type FileEdit = LineChange & {
  path: string
  operation: 'create' | 'edit' | 'delete' | 'rename'
}

/** A path as the tool names it, made absolute where the folder it is relative to is known; undefined for what is none. */
export const pathFrom = (cwd: string | null, value: unknown): string | undefined => {
  if (typeof value !== 'string' || value === '' || value.length > 4_096) return undefined
  if (cwd === null || isAbsolute(value) || win32.isAbsolute(value)) return value
  const full = (/^[A-Za-z]:[\\/]/.test(cwd) ? win32 : posix).join(cwd, value)
  return full.length <= 4_096 ? full : undefined
}
