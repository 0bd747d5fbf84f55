import { text } from 'node:stream/consumers'
import type { LoreClient } from '@teamlore/shared'
import {
  isTag,
  SESSION_NOTE_LIMITS,
  type SessionNote,
  spellTag,
} from '@teamlore/shared/session-notes'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { plural } from '../../output/format.ts'
import { cyan, dim } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type TagOptions = { remove?: boolean | undefined }
export type WordsOptions = { remove?: string | undefined; restore?: string | undefined }

const TAGS_SHOWN = 200

/** `lore tag`: the tags of the team, those of a session, or others for it. */
export const runTag = async (
  context: CommandContext,
  session: string | undefined,
  tags: readonly string[],
  { remove = false }: TagOptions,
): Promise<ExitCode> => {
  if (remove && tags.length === 0)
    throw usageError('Say which tags to remove.', '`lore tag SESSION TAG --remove`')
  const bad = remove ? undefined : tags.find((tag) => !isTag(spellTag(tag)))
  if (bad !== undefined)
    throw usageError(
      `"${bad}" is no tag, so none was given.`,
      `A tag has letters, digits and . _ / + - and at most ${SESSION_NOTE_LIMITS.maxTagChars} characters, such as perf or release-2.1.`,
    )
  const { client } = await openConnection(context)
  if (session === undefined) return listTags(context, client)
  if (remove) await removeTags(client, session, tags)
  else for (const tag of tags) await client.sessionNotes.create(session, { kind: 'tag', text: tag })
  return showTags(context, client, session)
}

const removeTags = async (
  client: LoreClient,
  session: string,
  tags: readonly string[],
): Promise<void> => {
  const { notes } = await client.sessions.get(session)
  const unwanted = tags.map(spellTag)
  const standing = notes.filter(({ kind, text }) => kind === 'tag' && unwanted.includes(text))
  const missing = unwanted.filter((tag) => !standing.some(({ text }) => text === tag))
  if (missing.length > 0)
    throw usageError(
      `The session has no tag "${missing[0]}".`,
      `\`lore tag ${session}\` shows those it has.`,
    )
  for (const { id } of standing) await client.sessionNotes.remove(id)
}

const showTags = async (
  { output, isJson }: CommandContext,
  client: LoreClient,
  session: string,
): Promise<ExitCode> => {
  const { id, tags } = await client.sessions.get(session)
  if (isJson) output.json({ session: id, tags })
  else output.print(tags.length === 0 ? ['No tags.'] : [tags.map((tag) => `#${tag}`).join(' ')])
  return EXIT.ok
}

const listTags = async (
  { output, isJson }: CommandContext,
  client: LoreClient,
): Promise<ExitCode> => {
  const { items } = await client.sessionNotes.tags({ limit: TAGS_SHOWN })
  if (isJson) output.json({ tags: items })
  else if (items.length === 0)
    output.print(['There are no tags yet. `lore tag SESSION TAG` gives one.'])
  else
    output.print(
      ...items.map(({ tag, sessions }) => [
        cyan(`#${tag}`),
        dim(`  ${plural(sessions, 'session')}`),
      ]),
    )
  return EXIT.ok
}

/** `lore annotate` and `lore summarize`: one's own words about a session, removed and restored by the id of the note. */
export const runWords = async (
  context: CommandContext,
  kind: 'annotation' | 'summary',
  session: string | undefined,
  words: readonly string[],
  { remove, restore }: WordsOptions,
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  if (remove !== undefined)
    return print(context, await client.sessionNotes.remove(remove), 'Removed.')
  if (restore !== undefined)
    return print(context, await client.sessionNotes.restore(restore), 'Restored.')
  if (session === undefined)
    throw usageError('Say which session.', '`lore sessions` names them; ses_… and 8 characters do.')
  const note = { kind, text: await wordsOf(context, words) }
  return print(context, await client.sessionNotes.create(session, note), 'Added.')
}

/** As typed; from a pipe where nothing is. At a terminal nobody is left waiting. */
const wordsOf = async ({ stdin }: CommandContext, words: readonly string[]): Promise<string> => {
  const isPiped = words.length === 0 ? stdin.isTTY !== true : words.join(' ') === '-'
  const said = isPiped ? await text(stdin) : words.join(' ')
  if (said.trim() === '')
    throw usageError(
      'There are no words to add.',
      'Write them behind the session, or pipe them in.',
    )
  return said
}

const print = ({ output, isJson }: CommandContext, note: SessionNote, head: string): ExitCode => {
  if (isJson) output.json({ note })
  else {
    const undo = note.removed_at === null ? '--remove' : '--restore'
    const command = note.kind === 'summary' ? 'summarize' : 'annotate'
    output.print([head, dim(`  Undo: lore ${command} ${undo} ${note.id}`)])
  }
  return EXIT.ok
}
