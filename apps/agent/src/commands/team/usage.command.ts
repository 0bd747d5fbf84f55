import type { SetUsageSettings, TeamUsage } from '@teamlore/shared/usage'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { count, plural } from '../../output/format.ts'
import { bold, dim } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type UsageOptions = { days: number }
export type UsageSetOptions = {
  on?: boolean | undefined
  off?: boolean | undefined
  usd?: string | undefined
  tokens?: string | undefined
  again?: boolean | undefined
}

const money = (usd: number | null): string =>
  usd === null ? 'price not known' : `$${usd.toFixed(4)}`

const print = ({ output }: CommandContext, usage: TeamUsage): void => {
  const { model, settings, today, resting, sums } = usage
  output.print(
    model === null
      ? ['No language model is set up on the server: sessions are distilled by rules, at no cost.']
      : [
          bold(`${model.provider} ${model.name}`),
          settings.enabled ? '' : ', switched off for the team',
        ],
    [
      `Today (UTC): ${money(today.usd)} of ${money(settings.daily_usd)}, ${count(today.tokens)} of ${plural(settings.daily_tokens, 'token')}.`,
    ],
  )
  if (resting)
    output.print([
      'The last calls all failed, so that the model is left alone for a quarter of an hour. `lore usage set --again` has it asked at once.',
    ])
  output.print(
    ...sums.map((sum) => [
      `${sum.day}  `,
      `${money(sum.usd)}  `,
      `${plural(sum.calls, 'call')}, ${plural(sum.input_tokens + sum.output_tokens, 'token')}`,
      sum.failed === 0 ? '' : `, ${count(sum.failed)} failed`,
      dim(`  ${sum.purpose}, ${sum.model}`),
    ]),
  )
}

/** What language models cost the team. */
export const runUsage = async (
  context: CommandContext,
  { days }: UsageOptions,
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const usage = await client.usage.get({ days, calls: context.isJson ? 200 : 0 })
  if (context.isJson) context.output.json(usage)
  else print(context, usage)
  return EXIT.ok
}

/** A number, or `server` for what the server is set to. */
const cap = (typed: string | undefined, name: string): number | null | undefined => {
  if (typed === undefined) return undefined
  if (typed === 'server') return null
  const value = Number(typed)
  if (typed.trim() === '' || !Number.isFinite(value) || value < 0)
    throw usageError(
      `--${name} is ${typed}.`,
      'Give a number, or `server` for the cap of the server.',
    )
  return value
}

export const runUsageSet = async (
  context: CommandContext,
  { on, off, usd, tokens, again }: UsageSetOptions,
): Promise<ExitCode> => {
  if (on === true && off === true)
    throw usageError('--on and --off cannot both be.', 'Choose one of them.')
  const set: SetUsageSettings = {
    ...(on === true || off === true ? { enabled: on === true } : {}),
    ...(usd === undefined ? {} : { daily_usd: cap(usd, 'usd') }),
    ...(tokens === undefined ? {} : { daily_tokens: cap(tokens, 'tokens') }),
    ...(again === true ? { ask_again: true as const } : {}),
  }
  if (Object.keys(set).length === 0)
    throw usageError('Nothing to set.', 'Give --on, --off, --usd, --tokens or --again.')
  const { client } = await openConnection(context)
  const usage = await client.usage.set(set)
  if (context.isJson) context.output.json(usage)
  else print(context, { ...usage, sums: [] })
  return EXIT.ok
}
