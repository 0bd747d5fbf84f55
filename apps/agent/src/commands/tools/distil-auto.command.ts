import { chooseAgent } from '../../distil/choose-agent.ts'
import {
  changeDistilSettings,
  DAILY_TOKENS,
  readDistilSettings,
} from '../../distil/distil-settings.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { openConnection } from '../../platform/connection.ts'
import { autoLines, estimateOf } from '../../views/distil.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { parseTime } from '../shared/parse-time.ts'
import {
  type DistilCommandOptions,
  type DistilDeps,
  isAgreed,
  machineOf,
  makeRunDistil,
} from './distil.command.ts'

export type AutoAction = 'on' | 'off' | 'status'
export type AutoOptions = DistilCommandOptions & { dailyTokens?: number | undefined }
/** As they are typed. */
export type DistilWords = AutoOptions & { auto?: AutoAction | undefined }

const DAY_MS = 24 * 60 * 60_000

/** Whether `lore watch` has a coding agent distil what is quiet. */
export const makeRunDistilAuto =
  (deps: DistilDeps) =>
  async (context: CommandContext, action: AutoAction, options: AutoOptions): Promise<ExitCode> => {
    const { output, paths, now, isJson } = context
    const connection = await openConnection(context)
    const since = parseTime(options.since, 'since', now())
    const status = await connection.client.distilLeases.status({ since, limit: 1 })
    if (action === 'on' && !(await switchOn(context, deps, { connection, options, status, since })))
      return EXIT.failed
    if (action === 'off')
      await changeDistilSettings(paths.distilFile, (settings) => ({ ...settings, auto: null }))
    const settings = await readDistilSettings(paths.distilFile)
    if (isJson) output.json({ auto: settings.auto, rests_until: settings.rests_until, status })
    else output.print(...autoLines(settings, status, now()))
    return EXIT.ok
  }

type Switching = {
  connection: Awaited<ReturnType<typeof openConnection>>
  options: AutoOptions
  status: Awaited<
    ReturnType<Awaited<ReturnType<typeof openConnection>>['client']['distilLeases']['status']>
  >
  since: string
}

const switchOn = async (
  context: CommandContext,
  deps: DistilDeps,
  { connection, options, status, since }: Switching,
): Promise<boolean> => {
  const { paths, now } = context
  const signal = new AbortController().signal
  const machine = machineOf(context, deps)
  const agent = await chooseAgent(options.with, status.tools, machine, signal)
  const due = { ...status.due, limit: status.due.sessions + status.due.memories }
  const estimate = estimateOf(due, agent, options.model !== undefined)
  if (!(await isAgreed(context, connection, { agent, estimate, options, signal }))) return false
  await changeDistilSettings(paths.distilFile, (settings) => ({
    ...settings,
    auto: {
      server: connection.server,
      with: options.with,
      model: options.model ?? null,
      daily_tokens: options.dailyTokens ?? DAILY_TOKENS,
      since_days: Math.max(1, Math.ceil((now().getTime() - Date.parse(since)) / DAY_MS)),
    },
  }))
  return true
}

/** `lore distil`, now or by itself. */
export const makeRunDistilWords =
  (deps: DistilDeps) =>
  (context: CommandContext, { auto, ...options }: DistilWords): Promise<ExitCode> =>
    auto === undefined
      ? makeRunDistil(deps)(context, options)
      : makeRunDistilAuto(deps)(context, auto, options)
