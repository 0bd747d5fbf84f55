import { readFile, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'

const originSchema = z.object({ server: z.url({ protocol: /^https?$/ }) })

/** The server that handed this very package out, which wrote itself into it. Undefined for one that came another way. */
export const serverOfPackage = async (script: string): Promise<string | undefined> => {
  try {
    const folder = dirname(dirname(await realpath(script)))
    return originSchema.parse(JSON.parse(await readFile(join(folder, 'server.json'), 'utf8')))
      .server
  } catch {
    return undefined
  }
}
