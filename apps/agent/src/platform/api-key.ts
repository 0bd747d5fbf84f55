import { usageError } from '../errors/cli-error.ts'

/**
 * A key as it may stand in a header.
 *
 * @throws CliError when it cannot be one.
 */
export const parseKey = (text: string, name: string): string => {
  const key = text.trim()
  if (key === '')
    throw usageError(`${name}: the key is empty.`, 'Copy the whole key, it begins with tlk_.')
  if (!/^[\x21-\x7e]+$/.test(key))
    throw usageError(
      `${name}: this cannot be a key, there are spaces or special characters in it.`,
      'Copy the key alone, it begins with tlk_.',
    )
  return key
}
