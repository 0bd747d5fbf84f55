import type { EmbedderErrorCode } from '../embedder-error.ts'
import type { LocalModel } from './local-models.ts'

export type ThreadWork = 'embed' | 'count'
/** Its buffer is moved, not copied, from thread to thread. */
export type ThreadValues = Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>

export type ThreadRequest =
  | { type: 'work'; id: number; work: ThreadWork; texts: readonly string[] }
  | { type: 'stop' }

export type ThreadReply =
  | { type: 'ready' }
  | { type: 'start_failed'; code: EmbedderErrorCode; message: string }
  | { type: 'done'; id: number; values: ThreadValues }
  | { type: 'failed'; id: number; message: string }

/** What a thread is born with. */
export type ThreadSettings = {
  model: LocalModel
  /** Cores that one batch may use. */
  threads: number
  exitGate: SharedArrayBuffer
}
