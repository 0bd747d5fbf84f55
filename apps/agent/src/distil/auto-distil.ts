import { setTimeout as delay } from 'node:timers/promises'
import type { LoreClient } from '@teamlore/shared'
import type { DistilTool } from '@teamlore/shared/distil-leases'
import type { Machine } from '../own-agent/find-own-agents.ts'
import { chooseAgent } from './choose-agent.ts'
import type { DistilReport } from './distil.types.ts'
import { changeDistilSettings, type DistilSettings, readDistilSettings } from './distil-settings.ts'
import { runDistil } from './run-distil.ts'

export type AutoDistil = {
  client: Pick<LoreClient, 'distilLeases'>
  server: string
  serverId: string
  settingsFile: string
  machine: Machine
  holder: string
  now: () => Date
  signal: AbortSignal
  onRun: (report: DistilReport) => void
}

const LOOK_MS = 5 * 60_000
const DAY_MS = 24 * 60 * 60_000
const HOUR_MS = 60 * 60_000
const LONGEST_REST_MS = 6 * HOUR_MS
/** Between two looks; what is left waits for the next. */
const AT_ONCE = 12

/** How long nobody is asked after a coding agent came to its limit without saying until when. */
const restAfter = (times: number): number => Math.min(HOUR_MS * 2 ** (times - 1), LONGEST_REST_MS)

/**
 * Distils what is quiet, in the background, for as long as somebody has switched it on: only with a coding agent that they agreed to,
 * under their daily cap, and not before the coding agent says that it goes on. Nothing that goes wrong ends the watch.
 */
export const runAutoDistil = async (auto: AutoDistil): Promise<void> => {
  let limits = 0
  while (!auto.signal.aborted) {
    const report = await distilWhatIsDue(auto, () => restAfter(++limits)).catch(() => undefined)
    if (report !== undefined) {
      if (report.stopped?.why !== 'coding agent') limits = 0
      auto.onRun(report)
    }
    await delay(LOOK_MS, undefined, { signal: auto.signal }).catch(() => undefined)
  }
}

/**
 * Looks once, and notes until when nobody is asked.
 *
 * @returns undefined where there was nothing to do, or something was against it.
 */
export const distilWhatIsDue = async (
  auto: AutoDistil,
  unknownRest: () => number,
): Promise<DistilReport | undefined> => {
  const report = await distil(auto)
  if (report === undefined) return undefined
  const until = restUntil(report, auto.now(), unknownRest)
  if (until !== null)
    await changeDistilSettings(auto.settingsFile, (settings) => ({
      ...settings,
      rests_until: until.toISOString(),
    }))
  return report
}

/** When the next call may be made; null where nothing is against it now. */
export const restUntil = (
  { stopped }: Pick<DistilReport, 'stopped'>,
  now: Date,
  unknown: () => number,
): Date | null => {
  if (stopped?.why !== 'coding agent') return null
  const { until } = stopped.error
  return until !== undefined && until > now ? until : new Date(now.getTime() + unknown())
}

const distil = async (auto: AutoDistil): Promise<DistilReport | undefined> => {
  const { client, serverId, machine, holder, now, signal } = auto
  const settings = await readDistilSettings(auto.settingsFile)
  const on = settings.auto
  if (on === null || on.server !== auto.server || isResting(settings, now())) return undefined
  const since = new Date(now().getTime() - on.since_days * DAY_MS).toISOString()
  const status = await client.distilLeases.status({ since, limit: 1 })
  const tokens = on.daily_tokens - status.today.tokens
  const { due } = status
  if (!status.allowed || due.sessions + due.memories === 0 || tokens <= 0) return undefined
  const to = settings.agreed.filter(({ server }) => server === auto.server)
  // To whom sessions alone may be sent is not worth looking for where memories are all there is.
  const wanted = due.sessions > 0 ? to : to.filter(({ memories }) => memories)
  const agreed = status.tools.filter((name) => wanted.some(({ tool }) => tool === name))
  if (due.sessions === 0 && agreed.length === 0) return undefined
  const agent = await chooseAgent(on.with, agreed, machine, signal)
  return runDistil({
    client,
    serverId,
    agent,
    machine,
    options: {
      model: on.model,
      holder,
      since,
      projectId: undefined,
      limit: AT_ONCE,
      memories: due.memories > 0 && sendsMemories(to, agent.adapter.name),
      tokens,
      signal,
    },
    onEvent: () => undefined,
  })
}

const sendsMemories = (agreed: DistilSettings['agreed'], name: DistilTool): boolean =>
  agreed.some(({ tool, memories }) => tool === name && memories)

const isResting = ({ rests_until }: Pick<DistilSettings, 'rests_until'>, now: Date) =>
  rests_until !== null && new Date(rests_until) > now
