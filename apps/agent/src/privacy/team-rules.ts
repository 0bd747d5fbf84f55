import { readFile } from 'node:fs/promises'
import { type CustomRules, type LoreClient, redactionRulesSchema } from '@teamlore/shared'
import { writePrivateFile } from '../platform/private-file.ts'

type Options = { cachePath: string; isReadOnly: boolean; signal?: AbortSignal | undefined }

/** What the server said last, kept on disk, so that it also holds while the server cannot be reached. */
export const readCachedRules = async (path: string): Promise<CustomRules> => {
  try {
    return redactionRulesSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return { rules: [], allow: [] }
  }
}

/** Asks the server; undefined when it does not answer, or is too old to know of rules. */
export const fetchTeamRules = async (
  client: Pick<LoreClient, 'redactionRules'>,
  { cachePath, isReadOnly, signal }: Options,
): Promise<CustomRules | undefined> => {
  try {
    const rules = await client.redactionRules.get({ timeoutMs: 5_000, signal })
    // Rules that cannot be kept, such as on a full disk, hold all the same.
    if (!isReadOnly) await writePrivateFile(cachePath, JSON.stringify(rules)).catch(() => undefined)
    return rules
  } catch {
    return undefined
  }
}
