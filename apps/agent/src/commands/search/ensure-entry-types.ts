import { usageError } from '../../errors/cli-error.ts'
import { didYouMean } from '../shared/nearest-name.ts'

/**
 * Of names that an option takes, separated by commas.
 *
 * @throws CliError for one that is none, with the nearest that is.
 */
export const ensureEntryTypes = (
  option: string,
  given: string | undefined,
  names: readonly string[],
): void => {
  const words = given?.split(',').map((word) => word.trim()) ?? []
  const unknown = words.find((word) => word !== '' && !names.includes(word))
  if (unknown === undefined) return
  throw usageError(
    `${option}: "${unknown}" is no type of entry.`,
    `${didYouMean(unknown, names)}There are ${names.join(', ')}.`,
  )
}
