import { readingKeyOf } from '../agent/reading-of.ts'
import type { Verified } from '../model/verify-answer.ts'
import type { MessageDigest } from '../transcript/digest-message.ts'
import type { Handed } from './ask.ts'
import { excerptsFor } from './excerpts.ts'

/** What is put to a reader at once. */
const AT_ONCE = { findings: 5, chars: 24_000 } as const

export type Batch = { excerpts: string; handed: Handed[] }

/** In the order they were handed over, as many together as their excerpts leave room for. Those that are not `wanted` are left out. */
export const batchesOf = (
  kept: readonly Verified[],
  wanted: ReadonlySet<string>,
  messages: readonly MessageDigest[],
): Batch[] => {
  const left = new Set(wanted)
  const batches: Batch[] = []
  let open: Handed[] = []
  const excerptsOf = (handed: readonly Handed[]) =>
    excerptsFor(
      handed.map(({ one }) => one),
      messages,
    )
  const close = () => {
    if (open.length > 0)
      batches.push({ excerpts: excerptsOf(open).slice(0, AT_ONCE.chars * 2), handed: open })
    open = []
  }
  for (const one of kept) {
    const key = readingKeyOf(one)
    if (!left.delete(key)) continue
    const next: Handed = { name: `h${wanted.size - left.size}`, key, one }
    const isFull =
      open.length >= AT_ONCE.findings || excerptsOf([...open, next]).length > AT_ONCE.chars
    if (isFull) close()
    open.push(next)
  }
  close()
  return batches
}
