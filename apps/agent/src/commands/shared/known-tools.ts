import type { LoreClient } from '@teamlore/shared'
import { TOOL_NAMES } from '@teamlore/sources/tool-names'
import { usageError } from '../../errors/cli-error.ts'
import { didYouMean } from './nearest-name.ts'

/** @throws CliError when one of those asked for is no tool whose sessions can be read. */
export const ensureKnownTools = (
  asked: readonly string[] | undefined,
  tools: readonly string[],
  where = '--tool',
): void => {
  const unknown = asked?.find((tool) => !tools.includes(tool))
  if (unknown === undefined) return
  throw usageError(
    `${where}: sessions of "${unknown}" cannot be read.`,
    `${didYouMean(unknown, tools)}Those of ${tools.join(', ')} can.`,
  )
}

/** @throws CliError when one of those asked for is switched off: it was meant, then or now. */
export const ensureSwitchedOn = (
  asked: readonly string[] | undefined,
  toolsOff: readonly string[],
): void => {
  const off = asked?.find((tool) => toolsOff.includes(tool))
  if (off === undefined) return
  throw usageError(
    `--tool: ${off} is switched off on this machine.`,
    `\`lore tools on ${off}\` has its sessions read again.`,
  )
}

/**
 * Of what filters by tool on the server. A name that is not known here may be known there, which may be newer.
 *
 * @throws CliError when it is known nowhere.
 */
export const ensureToolOfTeam = async (
  asked: string | undefined,
  client: Pick<LoreClient, 'stats'>,
): Promise<void> => {
  const here: readonly string[] = TOOL_NAMES
  if (asked === undefined || here.includes(asked)) return
  const there = (await client.stats()).tools.map(({ tool }) => tool)
  if (there.includes(asked)) return
  const names = [...new Set([...there, ...here])]
  throw usageError(
    `--tool: "${asked}" is no coding tool that is known here or to the server.`,
    `${didYouMean(asked, names)}There are ${names.join(', ')}.`,
  )
}
