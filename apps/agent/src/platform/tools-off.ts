import { toolSchema } from '@teamlore/shared'
import { z } from 'zod'
import { CliError } from '../errors/cli-error.ts'
import { readPrivateFile, writePrivateFile } from './private-file.ts'

/** A name that this version does not know may be one of a later version, and stays. */
const toolsFileSchema = z.object({ off: z.array(toolSchema).max(100) })

/**
 * Names of the coding tools that are switched off on this machine, in order; none unless somebody did so.
 *
 * @throws CliError when the file cannot be understood: reading what somebody wanted left alone would be worse.
 */
export const readToolsOff = async (path: string): Promise<readonly string[]> => {
  const file = await readPrivateFile(path)
  if (file === undefined) return []
  const parsed = toolsFileSchema.safeParse(jsonOf(file.text))
  if (parsed.success) return [...new Set(parsed.data.off)].sort()
  throw new CliError({
    code: 'cli.tools_file_broken',
    message: `${path}, which says which coding tools are switched off, cannot be understood.`,
    hint: 'Make it like {"off": ["cursor"]}, or delete it to have all tools on, and run `lore tools`.',
    cause: parsed.error,
  })
}

export const writeToolsOff = (path: string, off: readonly string[]): Promise<void> =>
  writePrivateFile(path, `${JSON.stringify({ off: [...new Set(off)].sort() }, null, 2)}\n`)

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
