import type { UsageCall as StoredCall, TeamRepositories, UnitOfWork, UsageCaps } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { SetUsageSettings, TeamUsage, UsageQuery } from '@teamlore/shared/usage'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { isBreakerOpen, LOOKED_AT } from './breaker.ts'

/** What the server was set up with. */
export type ServerModel = {
  /** Null: no language model is asked. */
  model: { provider: string; name: string } | null
  /** A digest of its settings; null where there is no model. */
  setup: string | null
  caps: UsageCaps
}

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; server: ServerModel }

const usd = (micros: number | null): number | null => (micros === null ? null : micros / 1e6)

const callOf = (call: StoredCall): TeamUsage['calls'][number] => ({
  id: call.id,
  session: call.sessionId === null ? null : { id: call.sessionId, title: call.sessionTitle },
  purpose: call.purpose,
  provider: call.provider,
  model: call.model,
  state: call.state,
  reason: call.reason,
  input_tokens: call.inputTokens,
  output_tokens: call.outputTokens,
  usd: usd(call.costMicros),
  created_at: call.createdAt,
})

const read = async (
  { usage }: Pick<TeamRepositories, 'usage'>,
  { model, setup, caps }: ServerModel,
  { days, calls }: UsageQuery,
): Promise<TeamUsage> => {
  const { isEnabled, dailyUsd, dailyTokens } = await usage.settings()
  const today = await usage.today()
  const sums = await usage.sums(days)
  return {
    model,
    settings: {
      enabled: isEnabled,
      daily_usd: dailyUsd ?? caps.dailyUsd,
      daily_tokens: dailyTokens ?? caps.dailyTokens,
      own_usd: dailyUsd !== null,
      own_tokens: dailyTokens !== null,
    },
    today: { tokens: today.tokens, usd: today.costMicros / 1e6 },
    resting: setup !== null && isBreakerOpen(await usage.lastCalls(setup, LOOKED_AT)),
    sums: sums.map(({ inputTokens, outputTokens, costMicros, ...sum }) => ({
      ...sum,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      usd: usd(costMicros),
    })),
    calls: (await usage.calls(calls)).map(callOf),
  }
}

/** What language models cost the team. */
export const makeGetUsage =
  ({ unitOfWork, server }: Deps) =>
  (scope: TeamScope, query: UsageQuery): Promise<TeamUsage> =>
    unitOfWork.inTeam(scope, (repos) => read(repos, server, query))

/** Caps a day or switches models off; every call asks for it before it is made. */
export const makeSetUsageSettings =
  ({ unitOfWork, server, ids = newId }: Deps & { ids?: Pick<typeof newId, 'event'> }) =>
  async (scope: TeamScope<'admin'>, set: SetUsageSettings): Promise<TeamUsage> => {
    const userId = requirePerson(scope)
    return unitOfWork.inTeam(scope, async (repos) => {
      const { usage, audit } = repos
      await usage.lock()
      const before = await usage.settings()
      const settings = {
        isEnabled: set.enabled ?? before.isEnabled,
        dailyUsd: set.daily_usd === undefined ? before.dailyUsd : set.daily_usd,
        dailyTokens: set.daily_tokens === undefined ? before.dailyTokens : set.daily_tokens,
      }
      await usage.setSettings(settings)
      if (set.ask_again === true) await usage.askAgain()
      await audit.add({
        id: ids.event(),
        action: 'usage_settings.set' as const,
        userId,
        details: {
          enabled: settings.isEnabled,
          daily_usd: settings.dailyUsd,
          daily_tokens: settings.dailyTokens,
          asked_again: set.ask_again === true,
        },
      })
      return read(repos, server, { days: 30, calls: 50 })
    })
  }
