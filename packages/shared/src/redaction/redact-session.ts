import type { IngestProject, IngestSession } from '../contracts/ingest.contract.ts'
import type { Block, IngestEdit, IngestMessage } from '../contracts/message.contract.ts'
import { countUp } from './count-up.ts'
import { PLAIN_REDACTOR, type Redactor } from './custom/create-redactor.ts'
import { withClosedPrivateBlocks } from './private-blocks.ts'
import { redactIdentifying } from './redact-secrets.ts'
import type { Redaction } from './redaction.types.ts'
import { acceptsNamed, isSecretName } from './secret-names.ts'

type Header = Pick<
  IngestSession,
  'title' | 'cwd' | 'git_branch' | 'tool_version' | 'models' | 'project' | 'pull_requests'
>

/** The same for what is told of a session as a whole. */
export const redactHeader = <H extends Header>(
  header: H,
  redactor: Redactor = PLAIN_REDACTOR,
): Tally & { header: H } => {
  const tally = newTally(redactor)
  return { header: headerIn(header, tally), count: tally.count, kinds: tally.kinds }
}

const headerIn = <H extends Header>(header: H, tally: Counting): H => ({
  ...header,
  title: header.title === null ? null : titleIn(header.title, tally),
  cwd: identifierIn(header.cwd, MAX.path, tally),
  git_branch: identifierIn(header.git_branch, MAX.branch, tally),
  tool_version: identifierIn(header.tool_version, MAX.version, tally),
  models: header.models.map((model) => identifierIn(model, MAX.model, tally)),
  project: header.project && projectIn(header.project, tally),
  pull_requests: header.pull_requests.map((request) => ({
    ...request,
    url: identifierIn(withoutUserInfo(request.url), MAX.url, tally),
  })),
})

/** The same for where a session, a memory file or a finding of another memory belongs. */
export const redactProject = <P extends IngestProject>(
  project: P,
  redactor: Redactor = PLAIN_REDACTOR,
): P => projectIn(project, newTally(redactor))

const projectIn = <P extends IngestProject>(project: P, tally: Counting): P => ({
  ...project,
  remote_url: identifierIn(withoutUserInfo(project.remote_url), MAX.url, tally),
  root_path: identifierIn(project.root_path, MAX.path, tally),
})

/** The same for what was written to a file. */
export const redactEdit = <E extends Edited>(edit: E, redactor: Redactor = PLAIN_REDACTOR): E =>
  editIn(edit, newTally(redactor))

type Edited = Pick<IngestEdit, 'path'> & Partial<Pick<IngestEdit, 'tool_call_id'>>

const editIn = <E extends Edited>(edit: E, tally: Counting): E => ({
  ...edit,
  path: identifierIn(edit.path, MAX.path, tally),
  ...(edit.tool_call_id === undefined
    ? {}
    : { tool_call_id: identifierIn(edit.tool_call_id, MAX.id, tally) }),
})

/** The same for a path by itself. */
export const redactPath = (path: string, redactor: Redactor = PLAIN_REDACTOR): string =>
  identifierIn(path, MAX.path, newTally(redactor))

/** Characters of the contracts' fields. A mark may be longer than what it stands for. */
const MAX = { title: 500, id: 300, path: 4_096, branch: 500, version: 100, model: 200, url: 2_000 }

/** A key in a folder's name is one all the same: what depends on the field finds the mark in all its places. */
const identifierIn = <T extends string | null>(text: T, max: number, tally: Counting): T =>
  (text === null ? null : redactIdentifier(text, tally).slice(0, max)) as T

const titleIn = (title: string, tally: Counting): string =>
  redactText(withClosedPrivateBlocks([title]).join(''), tally).slice(0, MAX.title)

type Json = Extract<Block, { type: 'other' }>['raw']
type Tally = { count: number; kinds: Record<string, number> }
type Counting = Tally & { by: Redactor }

/**
 * Takes secrets out of a session in the normal form: titles and what was said, called and printed. Paths, branches, names and
 * versions of tools, ids of calls and names of models lose only what is a key beyond doubt, and so do fields of a call with
 * such names. Keys of messages and the session's own id are never touched, or messages would lose their parents.
 */
export const redactSession = (
  session: IngestSession,
  redactor: Redactor = PLAIN_REDACTOR,
): Tally & { session: IngestSession } => {
  const tally = newTally(redactor)
  const redacted: IngestSession = {
    ...headerIn(session, tally),
    source: { ...session.source, path: identifierIn(session.source.path, MAX.path, tally) },
    messages: session.messages.map((message) => messageIn(message, tally)),
    edits: session.edits.map((edit) => editIn(edit, tally)),
  }
  return { session: redacted, count: tally.count, kinds: tally.kinds }
}

type Said = Pick<IngestMessage, 'blocks' | 'kind' | 'cwd' | 'git_branch' | 'model'> &
  Partial<Pick<IngestMessage, 'tool_version'>>

/** The same for one message. */
export const redactMessage = <M extends Said>(
  message: M,
  redactor: Redactor = PLAIN_REDACTOR,
): Tally & { message: M } => {
  const tally = newTally(redactor)
  return { message: messageIn(message, tally), count: tally.count, kinds: tally.kinds }
}

const messageIn = <M extends Said>(message: M, tally: Counting): M => ({
  ...message,
  cwd: identifierIn(message.cwd, MAX.path, tally),
  git_branch: identifierIn(message.git_branch, MAX.branch, tally),
  model: identifierIn(message.model, MAX.model, tally),
  ...(message.tool_version === undefined
    ? {}
    : { tool_version: identifierIn(message.tool_version, MAX.version, tally) }),
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
      return { ...block, text: redactText(block.text, tally) }
    case 'tool_result':
      return {
        ...block,
        // The same for a call and its result, so that they find each other.
        tool_call_id: identifierIn(block.tool_call_id, MAX.id, tally),
        text: redactText(block.text, tally),
      }
    case 'tool_call':
      return {
        ...block,
        id: identifierIn(block.id, MAX.id, tally),
        name: redactIdentifier(block.name, tally),
        input: redactJson(block.input, '', tally, 0),
      }
    case 'file':
      return {
        ...block,
        path: identifierIn(block.path, MAX.path, tally),
        ...(block.text === undefined ? {} : { text: redactText(block.text, tally) }),
      }
    case 'other':
      return {
        ...block,
        name: redactIdentifier(block.name, tally),
        raw: redactJson(block.raw, '', tally, 0),
      }
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
      redactKey(key, tally),
      redactJson(item, key, tally, depth + 1),
    ]),
  )
}

/** A key of JSON is a name, but a whole line or a file may stand there as well. */
const redactKey = (key: string, tally: Counting): string =>
  /[=:\s]/.test(key) ? redactText(key, tally) : redactIdentifier(key, tally)

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
  return AUTHORIZING.test(name) ? redactHttpHeader(value, name, tally) : redactText(value, tally)
}

const AUTHORIZING = /^(?:proxy-?)?authorization$|^(?:set-?)?cookie$/i

/** What stands in such a header is told by its name, so the two are looked at together. */
const redactHttpHeader = (value: string, name: string, tally: Counting): string => {
  const head = `${name}: `
  return redactText(head + value, tally).slice(head.length)
}

/** A remote needs neither name nor password to be recognised: `https://me:token@host/x` is `https://host/x`. */
export const withoutUserInfo = <T extends string | null>(url: T): T =>
  (url === null ? url : url.replace(/^(https?:\/\/)[^/@\s]{1,500}@/i, '$1')) as T
