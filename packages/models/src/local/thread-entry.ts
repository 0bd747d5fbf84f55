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

/**
 * ONNX Runtime reports its use to its maker, from 1.30 on Linux too, and keeps an id of the machine in the home folder, unless the process says no
 * before it is loaded. Only the main thread's variables reach it, so this is not for the thread of the model to do.
 */
export const forbidReports = (): void => {
  process.env['ORT_DISABLE_TELEMETRY'] = '1'
}
