import type { Source } from '@teamlore/sources/source'
import {
  type Candidate,
  type FoundTrouble,
  findWith,
  type Group,
  groupsOf,
} from '../capture/find-groups.ts'
import type { FoundPlace } from '../capture/import-group.types.ts'
import type { ReportBuilder } from '../capture/import-report.ts'

export type Catalog = ReturnType<typeof createCatalog>

/** A place that can be looked at without asking its source again. */
export type KnownPlace = { source: Source; group: string; place: FoundPlace }

type Watching = {
  report: ReportBuilder
  onTrouble: (trouble: FoundTrouble) => void
  signal: AbortSignal
}

/** What the sources found when they were last asked, each by itself. */
export const createCatalog = (sources: readonly Source[]) => {
  const found = new Map<Source, Candidate[]>()
  let known = new Map<string, KnownPlace[]>()

  const note = (groups: readonly Group[]): void => {
    known = new Map()
    for (const { source, group, places } of groups)
      for (const place of places) {
        // Whether a part of a store changed only its source can say.
        if (place.version !== undefined) continue
        known.set(place.path, [...(known.get(place.path) ?? []), { source, group, place }])
      }
  }

  return {
    /** Asks these sources again. All groups there are now; only those of the sources asked can have changed. */
    refresh: async (asked: readonly Source[], watching: Watching): Promise<Group[]> => {
      for (const source of asked) {
        const candidates: Candidate[] = []
        for await (const one of findWith([source], undefined)) candidates.push(one)
        found.set(source, candidates)
      }
      const groups = await groupsOf([...found.values()].flat(), watching)
      note(groups)
      return groups
    },
    /** Empty for a file that was not there before, and for those that only their source understands. */
    at: (path: string): readonly KnownPlace[] => known.get(path) ?? [],
    sources,
  }
}
