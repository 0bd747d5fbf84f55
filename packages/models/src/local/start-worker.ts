import { Worker } from 'node:worker_threads'
import { bundledEntry, forbidReports } from './thread-entry.ts'
import type { ThreadSettings } from './thread-messages.ts'

export type StartWorker = (settings: ThreadSettings) => Worker

export const startEmbedWorker: StartWorker = (settings) => {
  forbidReports()
  const entry = bundledEntry()
  return entry === undefined
    ? startTypeScriptWorker(new URL('./embed-thread.ts', import.meta.url), settings)
    : new Worker(entry, optionsWith(settings))
}

/**
 * `execArgv: ['--import', 'tsx']` does nothing for a worker's own entry on Node 20, so the worker
 * begins with two lines of JavaScript that register tsx and go on to the TypeScript.
 */
export const startTypeScriptWorker = (entry: URL, settings: ThreadSettings): Worker => {
  const tsx = JSON.stringify(import.meta.resolve('tsx/esm/api'))
  const script = `import { register } from ${tsx}; register(); await import(${JSON.stringify(entry.href)})`
  return new Worker(
    new URL(`data:text/javascript,${encodeURIComponent(script)}`),
    optionsWith(settings),
  )
}

/** The parent's flags (test runner, loaders, inspector) are none of this thread's business. */
const optionsWith = (settings: ThreadSettings) => ({
  workerData: settings,
  execArgv: [],
  name: 'embeddings',
})
