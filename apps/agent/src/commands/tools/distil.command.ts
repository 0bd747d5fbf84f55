import type { DistilTool } from '@teamlore/shared/distil-leases'
import { chooseAgent } from '../../distil/choose-agent.ts'
import type { DistilEvent } from '../../distil/distil.types.ts'
import { changeDistilSettings, readDistilSettings } from '../../distil/distil-settings.ts'
import { runDistil } from '../../distil/run-distil.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { plural } from '../../output/format.ts'
import type { FoundAgent, Machine } from '../../own-agent/find-own-agents.ts'
import { type Connection, openConnection } from '../../platform/connection.ts'
import { identifyMachine } from '../../platform/machine.ts'
import {
  countsOf,
  type Estimate,
  estimateOf,
  isNothing,
  reportLines,
  whatIsSent,
} from '../../views/distil.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { askToConfirm } from '../shared/confirm.ts'
import { projectOf } from '../shared/find-project.ts'
import { withProgress } from '../shared/long-running.ts'
import { parseTime } from '../shared/parse-time.ts'

export type DistilCommandOptions = {
  with: DistilTool | 'auto'
  model?: string | undefined
  since: string
  project?: string | undefined
  limit: number
  dryRun?: boolean | undefined
  yes?: boolean | undefined
}

export type DistilDeps = {
  /** What a coding agent is given of our environment. */
  variables: () => Record<string, string>
}

export const machineOf = ({ paths, home }: CommandContext, { variables }: DistilDeps): Machine => ({
  stateDir: paths.stateDir,
  home,
  variables: variables(),
})

/** Has a coding agent of this machine distil sessions of its person. */
export const makeRunDistil =
  (deps: DistilDeps) =>
  async (context: CommandContext, options: DistilCommandOptions): Promise<ExitCode> => {
    const { output, isJson } = context
    const stop = new AbortController()
    const release = context.onInterrupt(() => stop.abort())
    try {
      const connection = await openConnection(context)
      const wanted = await wantedOf(context, connection, options)
      const status = await connection.client.distilLeases.status({ ...wanted, limit: 1 })
      const machine = machineOf(context, deps)
      const agent = await chooseAgent(options.with, status.tools, machine, stop.signal)
      const isOwnModel = options.model !== undefined
      const estimate = estimateOf({ ...status.due, limit: options.limit }, agent, isOwnModel)
      if (isNothing(estimate) || options.dryRun === true) return sayOnly(context, agent, estimate)
      const asking = { agent, estimate, options, signal: stop.signal }
      const agreed = await isAgreed(context, connection, asking)
      if (agreed === false) return stop.signal.aborted ? EXIT.interrupted : EXIT.failed
      const memories = agreed === 'all'
      const run = { connection, agent, machine, wanted, memories, options, signal: stop.signal }
      const report = await distil(context, run)
      if (isJson) output.json({ ...report, tool: agent.adapter.name, ...stoppedJson(report) })
      else output.print(...reportLines(report, agent.adapter.label))
      if (stop.signal.aborted) return EXIT.interrupted
      return report.stopped === null ? EXIT.ok : EXIT.failed
    } finally {
      release()
    }
  }

type Wanted = { since: string; project_id?: string }

const wantedOf = async (
  { now }: CommandContext,
  { client }: Connection,
  { since, project }: DistilCommandOptions,
): Promise<Wanted> => ({
  since: parseTime(since, 'since', now()),
  ...(project === undefined ? {} : { project_id: (await projectOf(client, project)).id }),
})

const sayOnly = (
  { output, isJson }: CommandContext,
  agent: FoundAgent,
  estimate: Estimate,
): ExitCode => {
  const { name } = agent.adapter
  if (isJson) output.json({ tool: name, version: agent.version, estimate })
  else if (isNothing(estimate))
    output.print([
      'Nothing is left to be distilled, and nothing to ask about memories: sessions are taken once they are quiet for five minutes, and --since says from when.',
    ])
  else output.print(...whatIsSent(agent, estimate))
  return EXIT.ok
}

type Asking = {
  agent: FoundAgent
  estimate: Estimate
  options: DistilCommandOptions
  signal: AbortSignal
}

/** What somebody agreed to: sessions alone, or what memories say as well. */
type Agreed = 'sessions' | 'all'

/** Says what is sent to whom, and asks once for each server and coding agent. */
export const isAgreed = async (
  context: CommandContext,
  { server }: Connection,
  { agent, estimate, options, signal }: Asking,
): Promise<Agreed | false> => {
  const { output, paths } = context
  const tool = agent.adapter.name
  const { agreed } = await readDistilSettings(paths.distilFile)
  output.note(...whatIsSent(agent, estimate))
  const memories = estimate.memories > 0
  const isThis = (one: { server: string; tool: DistilTool }) =>
    one.server === server && one.tool === tool
  const known = agreed.find(isThis)
  if (known !== undefined && (known.memories || !memories)) return memories ? 'all' : 'sessions'
  if (options.yes !== true && !(await isConfirmed(context, agent, { known, memories, signal }))) {
    if (known === undefined) return false
    // A yes to sessions holds for these, whatever else there is by now.
    output.note(['Memories are left out, as nobody agreed to them: --yes, or a yes at a terminal.'])
    return 'sessions'
  }
  await changeDistilSettings(paths.distilFile, (settings) => ({
    ...settings,
    agreed: [...settings.agreed.filter((one) => !isThis(one)), { server, tool, memories }],
  }))
  return memories ? 'all' : 'sessions'
}

type Confirming = { known: unknown; memories: boolean; signal: AbortSignal }

/** @throws CliError where nobody is there to be asked, and nothing was agreed to before. */
const isConfirmed = async (
  { output, stdin }: CommandContext,
  { adapter }: FoundAgent,
  { known, memories, signal }: Confirming,
): Promise<boolean> => {
  if (stdin.isTTY === true)
    return askToConfirm({ stdin, ask: () => output.note(['Go on? [y/N] ']), signal })
  if (known !== undefined) return false
  throw new CliError({
    code: 'distil.not_agreed',
    message: `Nobody has agreed yet that ${memories ? 'sessions and memories' : 'sessions'} are sent to ${adapter.provider} by ${adapter.label}.`,
    hint: 'Run this at a terminal, or give --yes.',
  })
}

type Run = {
  memories: boolean
  connection: Connection
  agent: FoundAgent
  machine: Machine
  wanted: Wanted
  options: DistilCommandOptions
  signal: AbortSignal
}

const distil = async (
  context: CommandContext,
  { connection, agent, machine, wanted, memories, options, signal }: Run,
) => {
  const { client, stored } = connection
  const { fingerprint } = await identifyMachine(context.paths.machine)
  let said = 'Taking sessions'
  const done = { sessions: 0, memories: 0 }
  const onEvent = (event: DistilEvent): void => {
    if (event.kind === 'done') done[event.about]++
    if (event.kind === 'asking')
      said = `${agent.adapter.label} reads ${plural(event.questions, 'part')}, ${plural(event.tokens, 'token')}; ${countsOf(done)} done`
  }
  return withProgress(
    context,
    () => said,
    async () =>
      runDistil({
        client,
        serverId: stored?.team.id ?? (await client.me()).team.id,
        agent,
        machine,
        options: {
          model: options.model ?? null,
          holder: fingerprint,
          since: wanted.since,
          projectId: wanted.project_id,
          limit: options.limit,
          memories,
          tokens: undefined,
          signal,
        },
        onEvent,
      }),
  )
}

/** An error is no JSON by itself. */
const stoppedJson = ({ stopped }: Awaited<ReturnType<typeof runDistil>>) => ({
  stopped:
    stopped?.why === 'coding agent'
      ? {
          why: stopped.error.failure,
          message: stopped.error.message,
          until: stopped.error.until?.toISOString() ?? null,
        }
      : stopped,
})
