import type { ProjectId } from '@teamlore/shared'
import { type CommonLines, type Prints, tokenOf } from './line-places.ts'

type Line = Prints[number]

/** More are forgotten together: to ask again costs some milliseconds. */
const MOST = 50_000

/** Remembers them for as long as a process lives, since to find one out reads hundreds of its places. */
export const createCommonLines = (): ((projectId: ProjectId) => CommonLines) => {
  const since = new Map<string, number>()
  return (projectId) => {
    const keyOf = (line: Line): string => `${projectId} ${tokenOf(line)}`
    return {
      // It may have been rare before: a commit of then that comes in late is linked by it.
      isCommon: (line, at) => (since.get(keyOf(line)) ?? Number.POSITIVE_INFINITY) <= at,
      add: (line, at) => {
        if (since.size >= MOST) since.clear()
        const key = keyOf(line)
        since.set(key, Math.min(at, since.get(key) ?? at))
      },
    }
  }
}
