import { asCut } from '../marks/restored-mark.ts'
import type { RestoredAs } from '../turns/session-draft.ts'
import type { Transcript } from './transcript.ts'

/** What was written back is the message that it was, however many records it took; what the tool adds begins another. */
export const addRestored = (
  restored: RestoredAs,
  { messages, close }: Transcript,
  add: () => void,
): void => {
  const before = messages.at(-1)
  const isMore = before?.restored?.key === restored.key
  if (!isMore) close()
  const from = messages.length
  add()
  const added = isMore ? messages.splice(from) : messages.slice(from)
  for (const draft of added) {
    const blocks = asCut(draft.blocks, restored)
    if (isMore) before?.blocks.push(...blocks)
    else Object.assign(draft, { restored, blocks, ts: restored.ts, model: restored.model })
  }
}

/** Goes on with nothing that was written back. */
export const addNew = ({ messages, close }: Transcript, add: () => void): void => {
  if (messages.at(-1)?.restored) close()
  add()
}
