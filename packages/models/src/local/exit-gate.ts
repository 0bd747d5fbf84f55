/**
 * A thread that is ended while it is inside the native runtime takes the whole process down
 * (`terminate called after throwing an instance of 'Napi::Error'`, SIGABRT), and `process.exit`
 * ends all threads. So the thread says when it is inside, and whoever exits waits it out and keeps
 * it from going in again.
 */
export const createExitGate = (): SharedArrayBuffer =>
  new SharedArrayBuffer(SLOTS * Int32Array.BYTES_PER_ELEMENT)

/** For the thread: runs `work` unless the process is on its way out; then nothing ever returns. */
export const passGate = async <R>(gate: SharedArrayBuffer, work: () => Promise<R>): Promise<R> => {
  const slots = new Int32Array(gate)
  Atomics.store(slots, INSIDE, 1)
  if (Atomics.load(slots, SHUT) === 1) {
    leave(slots)
    return new Promise<never>(() => {})
  }
  try {
    return await work()
  } finally {
    leave(slots)
  }
}

/** For the main thread, in its last moment: blocks until the thread is out of native code. */
export const shutGate = (gate: SharedArrayBuffer): void => {
  const slots = new Int32Array(gate)
  Atomics.store(slots, SHUT, 1)
  Atomics.wait(slots, INSIDE, 1, LONGEST_BATCH_MS)
}

const SLOTS = 2
const INSIDE = 0
const SHUT = 1
/** Far more than any batch or start takes; better to crash than to hang for ever. */
const LONGEST_BATCH_MS = 10_000

const leave = (slots: Int32Array): void => {
  Atomics.store(slots, INSIDE, 0)
  Atomics.notify(slots, INSIDE)
}
