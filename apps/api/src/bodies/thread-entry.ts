import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * From a bundle the entry lies beside it. From source it is the bundle that a run of the tests made of it, or TypeScript, and the
 * thread begins with what lets it run.
 */
export const threadEntry = (): URL => {
  if (!import.meta.url.endsWith('.ts')) return new URL('./body-thread.mjs', import.meta.url)
  const { TEAMLORE_TEST_BUNDLES: bundles } = process.env
  if (bundles) return pathToFileURL(join(bundles, 'body-thread.mjs'))
  const source = new URL('./body-thread.ts', import.meta.url).href
  const tsx = createRequire(import.meta.url).resolve('tsx/package.json')
  const api = new URL('./dist/esm/api/index.mjs', pathToFileURL(tsx)).href
  const boot = `import { register } from '${api}'; register(); await import('${source}')`
  return new URL(`data:text/javascript,${encodeURIComponent(boot)}`)
}
