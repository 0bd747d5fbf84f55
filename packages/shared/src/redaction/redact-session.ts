import type { IngestSession } from '../contracts/ingest.contract.ts'
import type { Block, IngestMessage } from '../contracts/message.contract.ts'
import { countUp } from './count-up.ts'
import { redactSecrets } from './redact-secrets.ts'
import { acceptsNamed, isSecretName } from './secret-names.ts'

type Json = Extract<Block, { type: 'other' }>['raw']
type Tally = { count: number; kinds: Record<string, number> }

/**
 * Takes secrets out of a session in the normal form: titles and what was said, called and printed. Ids, hashes, paths,
 * model names and fingerprints are never touched, or calls would lose their results and messages their parents.
 */
export const redactSession = (session: IngestSession): Tally & { session: IngestSession } => {
  const tally = newTally()
  const { project, title } = session
  const redacted: IngestSession = {
    ...session,
    title: title === null ? null : redactText(title, tally),
    project: project && { ...project, remote_url: withoutUserInfo(project.remote_url) },
    messages: session.messages.map((message) => ({
      ...message,
      blocks: message.blocks.map((block) => redactBlock(block, tally)),
    })),
  }
  return { session: redacted, ...tally }
}

/** The same for one message. */
export const redactMessage = <M extends Pick<IngestMessage, 'blocks'>>(
  message: M,
): Tally & { message: M } => {
  const tally = newTally()
  const blocks = message.blocks.map((block) => redactBlock(block, tally))
  return { message: { ...message, blocks }, ...tally }
}

const newTally = (): Tally => ({ count: 0, kinds: {} })

const redactBlock = (block: Block, tally: Tally): Block => {
  switch (block.type) {
    case 'text':
    case 'thinking':
    case 'tool_result':
      return { ...block, text: redactText(block.text, tally) }
    case 'tool_call':
      return { ...block, input: redactJson(block.input, '', tally, 0) }
    case 'file':
      return block.text === undefined ? block : { ...block, text: redactText(block.text, tally) }
    case 'other':
      return { ...block, raw: redactJson(block.raw, '', tally, 0) }
    case 'image':
      return block
  }
}

const redactText = (text: string, tally: Tally): string => {
  const { text: redacted, count, kinds } = redactSecrets(text)
  if (count === 0) return text
  tally.count += count
  for (const [kind, n] of Object.entries(kinds)) tally.kinds[kind] = (tally.kinds[kind] ?? 0) + n
  return redacted
}

/** Names of fields that identify things. `sessionId` counts as `session_id`. */
const IDENTIFYING =
  /(?:^|_)(?:ids?|uuids?|sha\d*|hash|hashes|digest|integrity|checksum|signature|paths?|filename|cwd|model|mime|media_type)$/i

const redactJson = (value: Json, name: string, tally: Tally, depth: number): Json => {
  if (typeof value === 'string') return redactNamed(value, name, tally)
  if (value === null || typeof value !== 'object') return value
  if (depth >= 100) return '[nested too deeply]'
  if (Array.isArray(value)) return value.map((item) => redactJson(item, name, tally, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, redactJson(item, key, tally, depth + 1)]),
  )
}

/** Here a name and its value stand apart, so the name is judged as a field, not as text in front of the value. */
const redactNamed = (value: string, name: string, tally: Tally): string => {
  if (IDENTIFYING.test(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2'))) return value
  if (isSecretName(name) && acceptsNamed(name, value)) {
    tally.count++
    countUp(tally.kinds, 'field')
    return '[REDACTED:field]'
  }
  return redactText(value, tally)
}

/** A remote needs neither name nor password to be recognised: `https://me:token@host/x` is `https://host/x`. */
export const withoutUserInfo = (url: string | null): string | null =>
  url?.replace(/^(https?:\/\/)[^/@\s]{1,500}@/i, '$1') ?? null
