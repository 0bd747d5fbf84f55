import type { IngestSession } from '../contracts/ingest.contract.ts'
import type { Block, IngestMessage } from '../contracts/message.contract.ts'
import { countUp } from './count-up.ts'
import { PLAIN_REDACTOR, type Redactor } from './custom/create-redactor.ts'
import { acceptsNamed, isSecretName } from './secret-names.ts'

type Json = Extract<Block, { type: 'other' }>['raw']
type Tally = { count: number; kinds: Record<string, number> }
type Counting = Tally & { by: Redactor }

/**
 * Takes secrets out of a session in the normal form: titles and what was said, called and printed. Ids, hashes, paths,
 * model names and fingerprints are never touched, or calls would lose their results and messages their parents.
 */
export const redactSession = (
  session: IngestSession,
  redactor: Redactor = PLAIN_REDACTOR,
): Tally & { session: IngestSession } => {
  const tally = newTally(redactor)
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
  return { session: redacted, count: tally.count, kinds: tally.kinds }
}

/** The same for one message. */
export const redactMessage = <M extends Pick<IngestMessage, 'blocks'>>(
  message: M,
  redactor: Redactor = PLAIN_REDACTOR,
): Tally & { message: M } => {
  const tally = newTally(redactor)
  const blocks = message.blocks.map((block) => redactBlock(block, tally))
  return { message: { ...message, blocks }, count: tally.count, kinds: tally.kinds }
}

const newTally = (by: Redactor): Counting => ({ count: 0, kinds: {}, by })

const redactBlock = (block: Block, tally: Counting): Block => {
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

const redactText = (text: string, tally: Counting): string => {
  const { text: redacted, count, kinds } = tally.by.redact(text)
  if (count === 0) return text
  tally.count += count
  for (const [kind, n] of Object.entries(kinds)) tally.kinds[kind] = (tally.kinds[kind] ?? 0) + n
  return redacted
}

/** Names of fields that identify things. `sessionId` counts as `session_id`. */
const IDENTIFYING =
  /(?:^|_)(?:ids?|uuids?|sha\d*|hash|hashes|digest|integrity|checksum|signature|paths?|filename|cwd|model|mime|media_type)$/i

const redactJson = (value: Json, name: string, tally: Counting, depth: number): Json => {
  if (typeof value === 'string') return redactNamed(value, name, tally)
  if (value === null || typeof value !== 'object') return value
  if (depth >= 100) return '[nested too deeply]'
  if (Array.isArray(value)) return value.map((item) => redactJson(item, name, tally, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, redactJson(item, key, tally, depth + 1)]),
  )
}

/** Here a name and its value stand apart, so the name is judged as a field, not as text in front of the value. */
const redactNamed = (value: string, name: string, tally: Counting): string => {
  if (IDENTIFYING.test(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2'))) return value
  if (isSecretName(name) && acceptsNamed(name, value) && !tally.by.allows(value)) {
    tally.count++
    countUp(tally.kinds, 'field')
    return '[REDACTED:field]'
  }
  return AUTHORIZING.test(name) ? redactHeader(value, name, tally) : redactText(value, tally)
}

const AUTHORIZING = /^(?:proxy-?)?authorization$|^(?:set-?)?cookie$/i

/** What stands in such a header is told by its name, so the two are looked at together. */
const redactHeader = (value: string, name: string, tally: Counting): string => {
  const head = `${name}: `
  return redactText(head + value, tally).slice(head.length)
}

/** A remote needs neither name nor password to be recognised: `https://me:token@host/x` is `https://host/x`. */
export const withoutUserInfo = (url: string | null): string | null =>
  url?.replace(/^(https?:\/\/)[^/@\s]{1,500}@/i, '$1') ?? null
