import type { IngestSession } from '../contracts/ingest.contract.ts'
import type { Block, IngestMessage } from '../contracts/message.contract.ts'
import { countUp } from './count-up.ts'
import { PLAIN_REDACTOR, type Redactor } from './custom/create-redactor.ts'
import { withClosedPrivateBlocks } from './private-blocks.ts'
import { redactIdentifying } from './redact-secrets.ts'
import type { Redaction } from './redaction.types.ts'
import { acceptsNamed, isSecretName } from './secret-names.ts'

/** The same for a title, which may be the beginning of a prompt, cut before the end of what is private. */
export const redactTitle = (
  title: string,
  redactor: Redactor = PLAIN_REDACTOR,
): { title: string; count: number } => {
  const tally = newTally(redactor)
  return { title: titleIn(title, tally), count: tally.count }
}

/** A mark may be longer than what it stands for. */
const MAX_TITLE = 500

const titleIn = (title: string, tally: Counting): string =>
  redactText(withClosedPrivateBlocks([title]).join(''), tally).slice(0, MAX_TITLE)

type Json = Extract<Block, { type: 'other' }>['raw']
type Tally = { count: number; kinds: Record<string, number> }
type Counting = Tally & { by: Redactor }

/**
 * Takes secrets out of a session in the normal form: titles and what was said, called and printed. Ids, paths, model names
 * and fingerprints of the session itself are never touched, or calls would lose their results and messages their parents;
 * of what a call was given, fields with such names lose only what is a key beyond doubt.
 */
export const redactSession = (
  session: IngestSession,
  redactor: Redactor = PLAIN_REDACTOR,
): Tally & { session: IngestSession } => {
  const tally = newTally(redactor)
  const { project, title, pull_requests } = session
  const redacted: IngestSession = {
    ...session,
    title: title === null ? null : titleIn(title, tally),
    project: project && { ...project, remote_url: withoutUserInfo(project.remote_url) },
    pull_requests: pull_requests.map((request) => ({
      ...request,
      url: withoutUserInfo(request.url),
    })),
    messages: session.messages.map((message) => redactBlocks(message, tally)),
  }
  return { session: redacted, count: tally.count, kinds: tally.kinds }
}

/** The same for one message. */
export const redactMessage = <M extends Pick<IngestMessage, 'blocks' | 'kind'>>(
  message: M,
  redactor: Redactor = PLAIN_REDACTOR,
): Tally & { message: M } => {
  const tally = newTally(redactor)
  return { message: redactBlocks(message, tally), count: tally.count, kinds: tally.kinds }
}

const redactBlocks = <M extends Pick<IngestMessage, 'blocks' | 'kind'>>(
  message: M,
  tally: Counting,
): M => ({
  ...message,
  blocks: withClosedBlocks(message).map((block) => redactBlock(block, tally)),
})

const withClosedBlocks = ({ kind, blocks }: Pick<IngestMessage, 'blocks' | 'kind'>): Block[] => {
  if (kind !== 'human' && kind !== 'command') return blocks
  const texts = blocks.map((block) => (block.type === 'text' ? block.text : ''))
  const closed = withClosedPrivateBlocks(texts)
  return blocks.map((block, index) =>
    block.type === 'text' ? { ...block, text: closed[index] ?? block.text } : block,
  )
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

const redactText = (text: string, tally: Counting): string =>
  counted(text, tally.by.redact(text), tally)

const counted = (text: string, redaction: Redaction, tally: Counting): string => {
  const { text: redacted, count, kinds } = redaction
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
    Object.entries(value).map(([key, item]) => [
      redactIdentifier(key, tally),
      redactJson(item, key, tally, depth + 1),
    ]),
  )
}

const redactIdentifier = (text: string, tally: Counting): string =>
  tally.by.allows(text) ? text : counted(text, redactIdentifying(text), tally)

/** Here a name and its value stand apart, so the name is judged as a field, not as text in front of the value. */
const redactNamed = (value: string, name: string, tally: Counting): string => {
  if (IDENTIFYING.test(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2')))
    return redactIdentifier(value, tally)
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
export const withoutUserInfo = <T extends string | null>(url: T): T =>
  (url === null ? url : url.replace(/^(https?:\/\/)[^/@\s]{1,500}@/i, '$1')) as T
