import type { ImportTranscriptResponse } from '@teamlore/shared'
import { messageOf } from '../../lib/api.tsx'
import type { SendFile } from './send-file.ts'

export type UploadState =
  | { phase: 'waiting' | 'reading' | 'cancelled' }
  | { phase: 'sending'; share: number }
  | { phase: 'done'; result: ImportTranscriptResponse }
  | { phase: 'failed'; message: string }

export type Upload = { id: number; name: string; bytes: number; state: UploadState }

type Job = { upload: Upload; file: File; isPrivate: boolean; cancel: AbortController }

/**
 * Sends files one after another, whatever becomes of those before. It is no part of the page that shows it: what was begun
 * goes on when somebody looks at something else.
 */
export const createUploadQueue = (send: SendFile, onArrived: () => void) => {
  const listeners = new Set<() => void>()
  let jobs: readonly Job[] = []
  let shown: readonly Upload[] = []
  let nextId = 1
  let isBusy = false

  const show = (): void => {
    shown = jobs.map(({ upload }) => upload)
    for (const listener of listeners) listener()
  }
  const become = (job: Job, state: UploadState): void => {
    job.upload = { ...job.upload, state }
    show()
  }
  const sendOne = async (job: Job): Promise<void> => {
    become(job, { phase: 'sending', share: 0 })
    try {
      const result = await send(job.file, {
        isPrivate: job.isPrivate,
        signal: job.cancel.signal,
        onProgress: (share) => {
          if (!isOver(job))
            become(job, share < 1 ? { phase: 'sending', share } : { phase: 'reading' })
        },
      })
      become(job, { phase: 'done', result })
      onArrived()
    } catch (error) {
      if (!isOver(job)) become(job, { phase: 'failed', message: messageOf(error) })
    }
  }

  const work = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    for (let job = nextOf(jobs); job !== undefined; job = nextOf(jobs)) await sendOne(job)
    isBusy = false
  }

  const enqueue = (file: File, isPrivate: boolean, state: UploadState): void => {
    const upload = { id: nextId++, name: file.name, bytes: file.size, state }
    jobs = [...jobs, { upload, file, isPrivate, cancel: new AbortController() }]
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    uploads: (): readonly Upload[] => shown,
    add: (files: readonly File[], { isPrivate }: { isPrivate: boolean }): void => {
      for (const file of files) enqueue(file, isPrivate, { phase: 'waiting' })
      show()
      void work()
    },
    /** What cannot be sent at all is shown beside the others, with what to do. */
    refuse: (name: string, message: string): void => {
      enqueue(new File([], name), false, { phase: 'failed', message })
      show()
    },
    cancel: (id: number): void => {
      const job = jobs.find(({ upload }) => upload.id === id)
      if (job === undefined || isOver(job)) return
      become(job, { phase: 'cancelled' })
      job.cancel.abort()
    },
    retry: (id: number): void => {
      const job = jobs.find(({ upload }) => upload.id === id)
      if (job === undefined || !isOver(job)) return
      job.cancel = new AbortController()
      become(job, { phase: 'waiting' })
      void work()
    },
  }
}

const isOver = ({ upload }: Job): boolean =>
  ['done', 'failed', 'cancelled'].includes(upload.state.phase)

const nextOf = (jobs: readonly Job[]): Job | undefined =>
  jobs.find(({ upload }) => upload.state.phase === 'waiting')
