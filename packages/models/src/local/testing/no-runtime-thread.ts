import { parentPort, workerData } from 'node:worker_threads'
import { startBuiltinEngine } from '../builtin/builtin-engine.ts'
import { serveEmbedThread } from '../serve-embed-thread.ts'

/** The real thread on a platform that onnxruntime has no binary for. */
const loadRuntime = () =>
  Promise.reject(new Error("Cannot find module '../bin/plan9/mips/onnxruntime_binding.node'"))

if (parentPort) {
  await serveEmbedThread(parentPort, workerData, () =>
    startBuiltinEngine({ threads: 1, loadRuntime }),
  )
}
