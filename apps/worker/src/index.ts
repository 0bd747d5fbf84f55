export { openLanguage } from './compose.ts'
export type { Liveness } from './liveness.ts'
export { type RunningWorker, startWorker, type WorkerOptions } from './start-worker.ts'
