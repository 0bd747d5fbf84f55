import type { BackendQueue } from './backend.ts'

type Closable = BackendQueue & { on(event: 'error', listener: (error: Error) => void): unknown }

/** One queue per job, made when first asked for. */
export const createQueueSet = (
  make: (job: string) => Closable,
  onError: (error: Error) => void,
) => {
  const queues = new Map<string, Closable>()
  return {
    get: (job: string): BackendQueue => {
      const known = queues.get(job)
      if (known) return known
      const queue = make(job)
      // Without a listener an error event would end the process.
      queue.on('error', onError)
      queues.set(job, queue)
      return queue
    },
    close: async (): Promise<void> => {
      await Promise.all([...queues.values()].map((queue) => queue.close()))
      queues.clear()
    },
  }
}
