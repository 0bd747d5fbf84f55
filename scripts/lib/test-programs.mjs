// How a test starts a program of ours as a process of its own.
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './run.mjs'

/** A program's bundle has the path of its source in its name: all lie in one folder, beside the threads they start. */
export const bundleName = (path) => path.replace(/\.ts$/, '').replaceAll('/', '+')

const sourceWords = (source) => ['--import', import.meta.resolve('tsx'), source]

/**
 * The words that follow `node`: the bundle that this run of the tests made of the program (test-bundles.mjs), or its source.
 *
 * @param url of the program's source
 */
export const programWords = (url) => {
  const source = fileURLToPath(url)
  const { TEAMLORE_TEST_BUNDLES: bundles } = process.env
  if (!bundles) return sourceWords(source)
  const path = relative(root, source).replaceAll('\\', '/')
  const bundle = join(bundles, `${bundleName(path)}.mjs`)
  return existsSync(bundle) ? [bundle] : sourceWords(source)
}
