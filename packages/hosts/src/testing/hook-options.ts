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
