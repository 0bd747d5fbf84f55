import { readFile } from 'node:fs/promises'
import { ApiError, type CustomRules, type LoreClient, redactionRulesSchema } from '@teamlore/shared'
import { writePrivateFile } from '../platform/private-file.ts'
import { maySoonPass, type RetryPolicy, sendWithRetries } from '../wire/retry-policy.ts'

/** How to ask the server. Without patience it is asked once, and where it does not answer what it said last holds. */
export type Asking = { signal?: AbortSignal | undefined; retryPolicy?: RetryPolicy | undefined }

/** How an import asks. A dry run asks nobody, so there is none to be waited for. */
export const importAsking = (
  { dryRun, signal }: Pick<Asking, 'signal'> & { dryRun: boolean },
  retryPolicy: RetryPolicy,
): Asking => ({ signal, retryPolicy: dryRun ? undefined : retryPolicy })

type Options = Asking & { cachePath: string; isReadOnly: boolean }

/** What the server said last, kept on disk, so that it also holds while the server cannot be reached. */
export const readCachedRules = async (path: string): Promise<CustomRules> => {
  try {
    return redactionRulesSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return { rules: [], allow: [] }
  }
}

/**
 * Asks the server; undefined when it does not answer, or is too old to know of rules.
 *
 * @throws ApiError when it was waited for, and in vain.
 */
export const fetchTeamRules = async (
  client: Pick<LoreClient, 'redactionRules'>,
  { cachePath, isReadOnly, signal, retryPolicy }: Options,
): Promise<CustomRules | undefined> => {
  try {
    const ask = () => client.redactionRules.get({ timeoutMs: 5_000, signal })
    const rules = await (retryPolicy ? sendWithRetries(ask, { retryPolicy, signal }) : ask())
    // Rules that cannot be kept, such as on a full disk, hold all the same.
    if (!isReadOnly) await writePrivateFile(cachePath, JSON.stringify(rules)).catch(() => undefined)
    return rules
  } catch (error) {
    if (retryPolicy !== undefined && error instanceof ApiError && maySoonPass(error)) throw error
    return undefined
  }
}
