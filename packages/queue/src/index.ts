export type { QueueBackend } from './backends/backend.ts'
export type { EmbeddedPool } from './backends/postgres-backend.ts'
export { createQueueBackend, type QueueConfig } from './create-queue-backend.ts'
export type { JobContext } from './define-job.ts'
export { createHasten } from './hasten.ts'
export { type Job, type JobHandlers, type JobName, type JobPayload, jobs } from './jobs.ts'
export { giveBackHeldJobs } from './lock-duration.ts'
export { createPublisher, type Publisher } from './publisher.ts'
export {
  createQueueHealth,
  type DeadJob,
  type JobCounts,
  type QueueHealth,
} from './queue-health.ts'
export type { JobEvent, QueueLog } from './run-job.ts'
export { type RunningWorkers, startWorkers, type WorkersOptions } from './start-workers.ts'
