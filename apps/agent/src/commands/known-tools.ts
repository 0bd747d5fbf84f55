import { usageError } from '../cli/cli-error.ts'

/** @throws CliError when one of those asked for is no tool whose sessions can be read. */
export const ensureKnownTools = (
  asked: readonly string[] | undefined,
  tools: readonly string[],
): void => {
  const unknown = asked?.find((tool) => !tools.includes(tool))
  if (unknown === undefined) return
  throw usageError(
    `--tool: sessions of "${unknown}" cannot be read.`,
    `Those of ${tools.join(', ')} can.`,
  )
}
