import { placeKey } from '@teamlore/sources/place'
import type { Source } from '@teamlore/sources/source'
import { UNREADABLE } from '../platform/capture-state.ts'
import type { Spool } from '../spool/spool.ts'
import type { Counts } from './capture-figures.ts'
import type { FoundTrouble, Group } from './find-groups.ts'
import type { GroupDeps } from './import-group.types.ts'
import { createUnreadable } from './unreadable.ts'

type Deps = {
  sources: readonly Source[]
  spool: Spool | undefined
  countsOf: (tool: string) => Counts
  toolFailed: (tool: string, code: string, message: string) => void
  /** Reported once of what cannot be read. */
  onUnreadable: (path: string, reason: string) => void
}

/**
 * Keeps the last error of each tool true: what cannot be read is one for as long as it is so, what the server refused for as
 * long as it lies here.
 */
export const createToolTroubles = (deps: Deps) => {
  const { sources, spool, countsOf, toolFailed } = deps
  const unreadable = createUnreadable()

  const settle = (tool: string): void => {
    const counts = countsOf(tool)
    const first = unreadable.first(tool)
    if (first !== undefined) toolFailed(tool, UNREADABLE, `${first.path} ${first.reason}`)
    // Also from before this process.
    else if (counts.last_error?.code === UNREADABLE) counts.last_error = null
  }
  const cannotRead = (
    tool: string,
    name: string,
    entry: { path: string; reason: string },
  ): void => {
    if (unreadable.add(tool, name, entry)) deps.onUnreadable(entry.path, entry.reason)
    settle(tool)
  }

  return {
    /** What was found by a look. When it was at all places, nothing else is there. */
    found: (groups: readonly Group[], troubles: readonly FoundTrouble[], isAll: boolean): void => {
      // Such as a database that is being written to: the next look will say.
      const lasting = troubles.filter(({ cause }) => cause !== 'passing')
      const names = namesByTool(groups, lasting)
      for (const { info } of isAll ? sources : []) {
        unreadable.keepOnly(info.name, names.get(info.name) ?? new Set())
        settle(info.name)
      }
      for (const { source, path, problem } of lasting)
        cannotRead(source.info.name, path, { path, reason: problem })
    },
    /** Whether a place of a tool could be looked at. */
    looked:
      ({ info }: Source): NonNullable<GroupDeps['onLooked']> =>
      (place, trouble) => {
        if (trouble !== null)
          return cannotRead(info.name, placeKey(place), { path: place.path, reason: trouble })
        unreadable.remove(info.name, placeKey(place))
        settle(info.name)
      },
    /** The server took something of the tool. */
    arrived: (tool: string): void => {
      const isRefused = spool?.quarantined().some(({ header }) => tool in header.tools) === true
      if (!isRefused && unreadable.first(tool) === undefined) countsOf(tool).last_error = null
    },
  }
}

const namesByTool = (
  groups: readonly Group[],
  troubles: readonly FoundTrouble[],
): Map<string, Set<string>> => {
  const names = new Map<string, Set<string>>()
  const add = ({ info }: Source, name: string): void => {
    names.set(info.name, (names.get(info.name) ?? new Set()).add(name))
  }
  for (const { source, places } of groups) for (const place of places) add(source, placeKey(place))
  for (const { source, path } of troubles) add(source, path)
  return names
}
