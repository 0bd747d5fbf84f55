import { z } from 'zod'

// biome-ignore lint/suspicious/noControlCharactersInRegex: a name with them could forge lines where it is shown.
const RELATIVE = /^(?!\/)(?!.*(?:^|\/)\.\.?(?:\/|$))[^\\\u0000-\u001f\u007f]+$/

/** A path with forward slashes that does not leave what it lies in: its `place`, such as `the repository`. */
export const relativePathSchema = (place: string, maxChars: number) =>
  z
    .string()
    .min(1)
    .max(maxChars)
    .regex(RELATIVE, { message: `must be a path within ${place}, with forward slashes` })
