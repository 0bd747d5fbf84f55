import type { Found, Place, Source } from '@teamlore/sources/source'
import type { Privacy } from '../privacy/privacy.ts'
import type { ResolveProject } from '../project/resolve-project.ts'
import type { FollowBranch } from './follow-branch.ts'
import type { ReportBuilder } from './import-report.ts'
import type { Readings } from './readings.ts'
import type { Sender } from './sender.ts'
import type { StateStore } from './state-store.ts'

export type GroupDeps = {
  source: Source
  store: StateStore
  report: ReportBuilder
  /** Called with each place, and whether it could be looked at: why not, or null. */
  onLooked?: ((place: Place, trouble: string | null) => void) | undefined
  /** The places were named by somebody, who may well have named another tool's files with them. */
  isByPath?: boolean | undefined
  sender: Sender
  resolveProject: ResolveProject
  followBranch: FollowBranch
  privacy: Privacy
  /** Files that are read on as they grow; without it, each is read from its beginning. */
  readings?: Readings | undefined
  /** Called when what was read before is not needed any more, such as its contents. */
  onRelease?: (() => void) | undefined
  /** Called with each place that changed, once it was looked at. */
  onRead?: ((place: Place) => void) | undefined
  /** Sessions that ended before this are not wanted now. */
  since?: string | undefined
  signal?: AbortSignal | undefined
}

/** What a source found in a group and can be read. */
export type FoundPlace = Exclude<Found, { problem: string }>
