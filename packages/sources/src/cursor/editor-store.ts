import type { SqliteFile } from '../files/open-sqlite.ts'
import { createBadCounter, parseJson } from '../shared/parse-json.ts'
import type { SqliteStore, StoredSession, StoreReading } from '../shared/sqlite-source.ts'
import { createUnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, isObject, textOrNull, timeOrNull } from '../shared/values.ts'
import { listOf, type RawBubble, type RawComposer, type RawTab } from './raw-cursor.ts'
import { modelName, turnsOfBubble } from './read-bubble.ts'

const COMPOSERS = 'composer.composerData'
const CHATS = 'workbench.panel.aichat.view.aichat.chatdata'

/** Folder of a chat, where one is known. */
type Folders = ReadonlyMap<string, string>

/**
 * `state.vscdb`, the editor's own store. The one of the whole editor has a row per chat and a row per bubble; those of the
 * workspaces hold whole chats of older versions, two generations of them.
 */
export const makeEditorStore = (
  lookBeside: (path: string) => Promise<Folders>,
): SqliteStore<Folders> => ({
  isOwn: (file) =>
    file.columns('cursorDiskKV').has('value') ||
    [COMPOSERS, CHATS].some((key) => hasItem(file, key)),
  list: (file) => [...listComposers(file), ...listInline(file)],
  read: (file, part, _path, folders) => readChat(file, part, folders.get(part) ?? null),
  lookBeside,
})

const hasItem = (file: SqliteFile, key: string): boolean =>
  file.columns('ItemTable').has('value') &&
  file.select(['1 AS one'], 'FROM ItemTable WHERE key = ?', [key]).length > 0

/** Values are stored as text or as bytes, by versions. */
const parseValue = (value: unknown): unknown =>
  parseJson(value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value)

/** The JSON under a key. */
export const readItem = (file: SqliteFile, key: string): unknown => {
  if (!file.columns('ItemTable').has('value')) return undefined
  const [row] = file.select(['value'], 'FROM ItemTable WHERE key = ?', [key])
  return parseValue(row?.value)
}

const CHANGED =
  "CASE WHEN json_valid(CAST(value AS TEXT)) THEN json_extract(CAST(value AS TEXT), '$.lastUpdatedAt') END"

/** Sizes are asked for, not the values: the store of an old hand has gigabytes. */
const listComposers = (file: SqliteFile): StoredSession[] => {
  if (!file.columns('cursorDiskKV').has('value')) return []
  const marks = new Map(
    file
      .select(
        [
          "substr(key, 10, instr(substr(key, 10), ':') - 1) AS composer",
          'count(*) AS n',
          'sum(octet_length(value)) AS size',
        ],
        "FROM cursorDiskKV WHERE key >= 'bubbleId:' AND key < 'bubbleId;' GROUP BY 1",
      )
      .map(({ composer, n, size }) => [composer, `${n}:${size}`]),
  )
  return file
    .select(
      ['substr(key, 14) AS id', 'octet_length(value) AS size', `${CHANGED} AS changed`],
      "FROM cursorDiskKV WHERE key >= 'composerData:' AND key < 'composerData;' ORDER BY key",
    )
    .filter(({ id, size }) => id !== '' && size !== null)
    .map(({ id, size, changed }) => ({
      part: String(id),
      version: `${changed} ${size} ${marks.get(id) ?? ''}`,
    }))
}

/** Chats that stand whole in the list; since 2025 it only names them. */
const inlineChats = (file: SqliteFile): Map<string, RawComposer | RawTab> => {
  const chats = new Map<string, RawComposer | RawTab>()
  const composers = fieldsOf<{ allComposers?: unknown }>(readItem(file, COMPOSERS)).allComposers
  for (const one of listOf(composers)) {
    const composer = fieldsOf<RawComposer>(one)
    const id = textOrNull(composer.composerId, 300)
    if (id !== null && listOf(composer.conversation).length > 0) chats.set(id, composer)
  }
  for (const one of listOf(fieldsOf<{ tabs?: unknown }>(readItem(file, CHATS)).tabs)) {
    const tab = fieldsOf<RawTab>(one)
    const id = textOrNull(tab.tabId, 300)
    if (id !== null) chats.set(id, tab)
  }
  return chats
}

const listInline = (file: SqliteFile): StoredSession[] =>
  [...inlineChats(file)].map(([part, chat]) => ({
    part,
    version: `inline ${JSON.stringify(chat).length}`,
  }))

type Reading = Exclude<StoreReading, { reason: string }>

const readChat = (file: SqliteFile, id: string, cwd: string | null): StoreReading => {
  const composer = file.columns('cursorDiskKV').has('value')
    ? parseValue(valueAt(file, `composerData:${id}`))
    : undefined
  if (isObject(composer)) return readComposer(id, composer, cwd, bubblesOf(file, id, composer))
  const inline = inlineChats(file).get(id)
  if (inline === undefined) return { reason: 'is a chat that is not there any more, or damaged' }
  if ('tabId' in inline) return readTab(id, inline as RawTab, cwd)
  const raw = inline as RawComposer
  const bubbles = listOf(raw.conversation).map((one) => fieldsOf<RawBubble>(one))
  return readComposer(id, raw, cwd, { bubbles, bad: { count: 0, first: 0 } })
}

const valueAt = (file: SqliteFile, key: string): unknown =>
  file.select(['value'], 'FROM cursorDiskKV WHERE key = ?', [key])[0]?.value

type Bubbles = { bubbles: readonly RawBubble[]; bad: Reading['badRows'] }

/** In the order of the chat's own list; the names of the rows say nothing about it. */
const bubblesOf = (file: SqliteFile, id: string, composer: RawComposer): Bubbles => {
  const { bad, note } = createBadCounter()
  const inline = listOf(composer.conversation)
  if (inline.length > 0) return { bubbles: inline.map((one) => fieldsOf<RawBubble>(one)), bad }
  const start = `bubbleId:${id}:`
  const rows = new Map(
    file
      .select(['key', 'value'], 'FROM cursorDiskKV WHERE key >= ? AND key < ?', [
        start,
        `bubbleId:${id};`,
      ])
      .map(({ key, value }) => [String(key).slice(start.length), value]),
  )
  const bubbles = listOf(composer.fullConversationHeadersOnly).flatMap(
    (header, at): RawBubble[] => {
      const { bubbleId, type } = fieldsOf<RawBubble>(header)
      const name = textOrNull(bubbleId) ?? ''
      // A row that was deleted, or is not written yet, is nothing wrong.
      if (!rows.has(name)) return []
      const bubble = parseValue(rows.get(name))
      if (!isObject(bubble)) note(at + 1)
      return isObject(bubble) ? [{ type, ...bubble, bubbleId: name }] : []
    },
  )
  return { bubbles, bad }
}

const readComposer = (
  id: string,
  composer: RawComposer,
  cwd: string | null,
  { bubbles, bad }: Bubbles,
): Reading => {
  const { parentComposerId } = fieldsOf<{ parentComposerId?: unknown }>(composer.subagentInfo)
  const parent = textOrNull(parentComposerId, 300)
  const model = modelName(fieldsOf<{ modelName?: unknown }>(composer.modelConfig).modelName)
  const unknown = createUnknownRecords()
  return {
    facts: {
      nativeId: id,
      kind: parent === null ? 'main' : 'subagent',
      parentNativeId: parent,
      cwd,
      title: textOrNull(composer.name),
      startedAt: timeOrNull(composer.createdAt),
      endedAt: timeOrNull(composer.lastUpdatedAt),
    },
    turns: bubbles.flatMap((bubble) =>
      turnsOfBubble(bubble, { cwd, model, isSubagent: parent !== null, unknown }),
    ),
    rows: bubbles.length + bad.count,
    badRows: bad,
    unknownRecords: unknown.counts(),
  }
}

const readTab = (id: string, tab: RawTab, cwd: string | null): Reading => {
  const bubbles = listOf(tab.bubbles).map((one) => fieldsOf<RawBubble>(one))
  const unknown = createUnknownRecords()
  return {
    facts: {
      nativeId: id,
      cwd,
      title: textOrNull(tab.chatTitle),
      endedAt: timeOrNull(tab.lastSendTime),
    },
    turns: bubbles.flatMap((bubble) =>
      turnsOfBubble(bubble, { cwd, model: null, isSubagent: false, unknown }),
    ),
    rows: bubbles.length,
    badRows: { count: 0, first: 0 },
    unknownRecords: unknown.counts(),
  }
}
