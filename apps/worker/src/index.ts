export type { Liveness } from './liveness.ts'
export { openLanguage } from './open-language.ts'
export { type RunningWorker, startWorker, type WorkerOptions } from './start-worker.ts'
