import type { GitHubStandIn } from './github-server.ts'
import type { GitLabStandIn } from './gitlab-server.ts'

export type HookOptions = { delivery?: string; secret?: string }

/** As a host sends it. */
export type StandInHookRequest = { body: string; headers: Record<string, string> }

export type StandInPushed = HookOptions & { action?: string; number?: number }

export type StandInCommented = HookOptions & {
  id: number
  number: number
  body: string
  type: 'User' | 'Bot'
  /** Beside a line. */
  on?: object | undefined
}

export const PUSHED: StandInPushed = {}

/** A host of code on this machine, of whichever kind: what batteries ask of each in the same way. */
export type HostStandIn = GitHubStandIn | GitLabStandIn
