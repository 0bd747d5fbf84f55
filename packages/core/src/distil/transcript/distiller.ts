import type { DistillerName } from '@teamlore/shared'
import type { MessageDigest } from './digest-message.ts'
import type { DistilEdit, Distillate, DistilSession } from './distil.types.ts'

export type DistilInput = {
  session: DistilSession
  edits: readonly DistilEdit[]
  /** What stood in memory files before the session began: to repeat it is no finding. */
  guides: readonly string[]
  /** Live messages in file order, read page by page. */
  messages: AsyncIterable<MessageDigest> | Iterable<MessageDigest>
  /** How many prompts came before these messages; none where they are all of the session. */
  prompts?: number | undefined
  signal?: AbortSignal | undefined
}

/**
 * Makes findings out of a session. Whoever writes them (rules, a language model, the coding agent itself), files and
 * commits are taken from tool calls, and each finding names the message it rests on.
 */
export type Distiller = {
  readonly name: Exclude<DistillerName, 'import'>
  distil: (input: DistilInput) => Promise<Distillate>
}
