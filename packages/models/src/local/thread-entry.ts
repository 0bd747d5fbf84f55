import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * From a bundle the thread's entry lies beside it. From source it is the bundle that a run of the tests made of it, if one did.
 */
export const bundledEntry = (): URL | undefined => {
  if (!import.meta.url.endsWith('.ts')) return new URL('./embed-thread.mjs', import.meta.url)
  const { TEAMLORE_TEST_BUNDLES: bundles } = process.env
  return bundles ? pathToFileURL(join(bundles, 'embed-thread.mjs')) : undefined
}
