import type {
  Block,
  IngestEdit,
  IngestMessage,
  IngestProject,
  IngestSession,
} from '@teamlore/shared'
import { PLAIN_REDACTOR, type Redactor } from './custom/create-redactor.ts'
import { withClosedPrivateBlocks } from './private-blocks.ts'
import { redactJson } from './redact-json.ts'
import { DIGEST_CHARS, digestOf } from './redact-secrets.ts'
import { type Counting, newTally, redactIdentifier, redactText, type Tally } from './tally.ts'

type Header = Pick<
  IngestSession,
  | 'native_id'
  | 'parent_native_id'
  | 'title'
  | 'cwd'
  | 'git_branch'
  | 'git_head'
  | 'tool_version'
  | 'models'
  | 'project'
  | 'pull_requests'
>

/** The same for what is stored of a session as a whole. */
export const redactHeader = <H extends Header>(
  header: H,
  redactor: Redactor = PLAIN_REDACTOR,
): Tally & { header: H } => {
  const tally = newTally(redactor)
  return { header: headerIn(header, tally), count: tally.count, kinds: tally.kinds }
}

const headerIn = <H extends Header>(header: H, tally: Counting): H => ({
  ...header,
  native_id: idIn(header.native_id, tally),
  parent_native_id: idIn(header.parent_native_id, tally),
  title: header.title === null ? null : titleIn(header.title, tally),
  cwd: identifierIn(header.cwd, MAX.path, tally),
  git_branch: identifierIn(header.git_branch, MAX.branch, tally),
  git_head: identifierIn(header.git_head, MAX.head, tally),
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

type Edited = Pick<IngestEdit, 'path'> &
  Partial<Pick<IngestEdit, 'key' | 'message_key' | 'tool_call_id'>>

const editIn = <E extends Edited>(edit: E, tally: Counting): E => ({
  ...withIds(edit, ['key', 'message_key', 'tool_call_id'], tally),
  path: identifierIn(edit.path, MAX.path, tally),
})

/** The same for a path by itself. */
export const redactPath = (path: string, redactor: Redactor = PLAIN_REDACTOR): string =>
  identifierIn(path, MAX.path, newTally(redactor))

/** The same for an id, or a key that names something. What two things are called stays two, and the same whoever asks. */
export const redactId = (id: string, redactor: Redactor = PLAIN_REDACTOR): string =>
  idIn(id, newTally(redactor))

/** Characters of the contracts' fields. A mark may be longer than what it stands for. */
const MAX = {
  title: 500,
  id: 300,
  path: 4_096,
  branch: 500,
  head: 64,
  version: 100,
  model: 200,
  url: 2_000,
}

/** A key in a folder's name is one all the same: what depends on the field finds the mark in all its places. */
const identifierIn = <T extends string | null>(text: T, max: number, tally: Counting): T =>
  (text === null ? null : redactIdentifier(text, tally).slice(0, max)) as T

/** An id that would be too long ends in a digest of all of it instead. */
const idIn = <T extends string | null>(id: T, tally: Counting): T => {
  const redacted = id === null ? '' : redactIdentifier(id, tally)
  if (redacted.length <= MAX.id) return (id === null ? null : redacted) as T
  return `${redacted.slice(0, MAX.id - DIGEST_CHARS - 1)}-${digestOf(redacted)}` as T
}

/** Those of its ids that are there. */
const withIds = <O extends object>(of: O, names: readonly (keyof O)[], tally: Counting): O => {
  const changed = { ...of }
  for (const name of names) {
    const id = of[name]
    if (typeof id === 'string') changed[name] = idIn(id, tally) as O[keyof O] & string
  }
  return changed
}

const titleIn = (title: string, tally: Counting): string =>
  redactText(withClosedPrivateBlocks([title]).join(''), tally).slice(0, MAX.title)

/**
 * Takes secrets out of a session in the normal form: titles and what was said, called and printed. Paths, branches, names and
 * versions of tools, ids of calls and names of models lose only what is a key beyond doubt, and so do fields of a call with
 * such names. So do ids of sessions and keys of messages, each in all its places, so that no message loses its parent.
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

/**
 * The same, block by block: between two of them whoever called may let others have their turn, for a large session takes
 * seconds.
 */
export const redactSessionInTurns = async (
  session: IngestSession,
  redactor: Redactor,
  turnOver: () => Promise<void>,
): Promise<Tally & { session: IngestSession }> => {
  const tally = newTally(redactor)
  const messages: IngestMessage[] = []
  for (const message of session.messages) {
    const blocks: Block[] = []
    for (const block of withClosedBlocks(message)) {
      blocks.push(redactBlock(block, tally))
      await turnOver()
    }
    messages.push({ ...messageIn({ ...message, blocks: [] }, tally), blocks })
  }
  const rest = redactSession({ ...session, messages: [] }, redactor)
  for (const [kind, count] of Object.entries(rest.kinds))
    tally.kinds[kind] = (tally.kinds[kind] ?? 0) + count
  return {
    session: { ...rest.session, messages },
    count: tally.count + rest.count,
    kinds: tally.kinds,
  }
}

type Said = Pick<IngestMessage, 'blocks' | 'kind' | 'cwd' | 'git_branch' | 'model'> &
  Partial<Pick<IngestMessage, 'key' | 'parent_key' | 'tool_version'>>

/** The same for one message. */
export const redactMessage = <M extends Said>(
  message: M,
  redactor: Redactor = PLAIN_REDACTOR,
): Tally & { message: M } => {
  const tally = newTally(redactor)
  return { message: messageIn(message, tally), count: tally.count, kinds: tally.kinds }
}

const messageIn = <M extends Said>(message: M, tally: Counting): M => ({
  ...withIds(message, ['key', 'parent_key'], tally),
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

const redactBlock = (block: Block, tally: Counting): Block => {
  switch (block.type) {
    case 'text':
    case 'thinking':
      return { ...block, text: redactText(block.text, tally) }
    case 'tool_result':
      return {
        ...block,
        // The same for a call and its result, so that they find each other.
        tool_call_id: idIn(block.tool_call_id, tally),
        text: redactText(block.text, tally),
      }
    case 'tool_call':
      return {
        ...block,
        id: idIn(block.id, tally),
        name: redactIdentifier(block.name, tally),
        input: redactJson(block.input, tally),
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
        raw: redactJson(block.raw, tally),
      }
    case 'image':
      return { ...block, mime: redactIdentifier(block.mime, tally) }
  }
}

/** A remote needs neither name nor password to be recognised: `https://me:token@host/x` is `https://host/x`. */
export const withoutUserInfo = <T extends string | null>(url: T): T =>
  (url === null ? url : url.replace(/^(https?:\/\/)[^/@\s]{1,500}@/i, '$1')) as T
