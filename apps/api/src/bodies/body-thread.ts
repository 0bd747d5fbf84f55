import { parentPort } from 'node:worker_threads'
import { readBody } from './read-body.ts'
import type { BodyAnswer, BodyOrder } from './thread-messages.ts'

/** What the thread that reads large bodies runs. */
parentPort?.on('message', ({ id, bytes, isOfSessions }: BodyOrder) => {
  parentPort?.postMessage(answerTo(id, new TextDecoder().decode(bytes), isOfSessions))
})

const answerTo = (id: number, text: string, isOfSessions: boolean): BodyAnswer => {
  try {
    return { id, ...readBody(text, isOfSessions) }
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) }
  }
}
