import { kindOfId, type LoreClient } from '@teamlore/shared'
import type { Deletion, ForgetMany, ForgetPreview } from '@teamlore/shared/forgetting'
import { forgottenAmount } from '@teamlore/shared/forgotten-amount'
import { CliError, usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { plural } from '../../output/format.ts'
import { bold, dim, type Line } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { askToConfirm } from '../shared/confirm.ts'
import { parseTime } from '../shared/parse-time.ts'

export type ForgetOptions = {
  project?: string | undefined
  before?: string | undefined
  mine?: boolean | undefined
  yes?: boolean | undefined
  confirm?: string | undefined
  dryRun?: boolean | undefined
  person?: string | undefined
}

type Forgetter = {
  preview: () => Promise<ForgetPreview>
  forget: () => Promise<Deletion>
}

/** What one id means: `ses_`, `msg_` or `mem_`. */
const oneOf = ({ forgetting }: LoreClient, id: string): Forgetter => {
  switch (kindOfId(id)) {
    case 'session':
      return {
        preview: () => forgetting.previewSession(id),
        forget: () => forgetting.session(id),
      }
    case 'message':
      return {
        preview: () => forgetting.previewMessage(id),
        forget: () => forgetting.message(id),
      }
    case 'memory':
      return { preview: () => forgetting.previewMemory(id), forget: () => forgetting.memory(id) }
    default:
      throw usageError(
        `${id} is no session, message or memory.`,
        'Give an id that begins with ses_, msg_ or mem_.',
      )
  }
}

/** Each once; messages go with a session that is named, too, in whichever order. */
const withoutParts = async ({ messages }: LoreClient, ids: readonly string[]) => {
  const all = [...new Set(ids)]
  const sessions = all.filter((id) => kindOfId(id) === 'session')
  if (sessions.length === 0) return all
  const kept: string[] = []
  for (const id of all) {
    const isPart =
      kindOfId(id) === 'message' &&
      (await messages
        .get(id)
        .then(({ session_id }) => sessions.some((session) => session_id.startsWith(session))))
    if (!isPart) kept.push(id)
  }
  return kept
}

const manyOf = ({ forgetting }: LoreClient, asked: ForgetMany): Forgetter => ({
  preview: () => forgetting.previewMany(asked),
  forget: () => forgetting.many(asked),
})

/** A person by their id, or `me`. The server wants their name typed, which it says where that is missing. */
const personOf = async (
  { forgetting, me }: LoreClient,
  named: string,
  confirm = '',
): Promise<Forgetter> => {
  const id = named === 'me' ? (await me()).user.id : named
  if (kindOfId(id) !== 'user')
    throw usageError(
      `${id} is no person.`,
      'Give an id that begins with usr_, as `lore team list` shows it, or `me`.',
    )
  return {
    preview: () => forgetting.previewPerson(id),
    forget: () => forgetting.person(id, { confirm }),
  }
}

const wordsOf = (counts: ForgetPreview['goes']): string =>
  counts.length === 0 ? 'nothing' : counts.map(forgottenAmount).join(', ')

/** @param deletion its id, once there is one. */
const delayOf = (hours: number, deletion = 'del_…'): string =>
  hours === 0
    ? 'Purged at once; there is no undo.'
    : `Hidden at once, purged after ${plural(hours, 'hour')}; until then: lore forget --undo ${deletion}`

const linesOf = (preview: ForgetPreview): Line[] => [
  [bold('Would be forgotten:'), ` ${wordsOf(preview.goes)}`],
  ...preview.titles.map(({ kind, title }): Line => [dim(`  ${kind}  `), title]),
  ...(preview.loses_evidence.memories === 0
    ? []
    : [
        [
          `${plural(preview.loses_evidence.memories, 'memory', 'memories')} would stay and lose ${plural(preview.loses_evidence.pieces, 'piece')} of evidence.`,
        ] satisfies Line,
      ]),
  ['What stays:'],
  ...preview.stays.map((sentence): Line => [dim(`  ${sentence}`)]),
  ...(preview.is_held
    ? [['A legal hold keeps some of it: it would be refused.'] satisfies Line]
    : [[delayOf(preview.delay_hours)] satisfies Line]),
]

const mayGoOn = async (
  context: CommandContext,
  preview: ForgetPreview,
  { yes = false }: ForgetOptions,
): Promise<boolean> => {
  if (yes) return true
  const { output, stdin, isJson, onInterrupt } = context
  if (isJson || stdin.isTTY !== true)
    throw usageError(
      'Nobody is here to be asked whether all of this may go.',
      'Add --yes, or --dry-run to only see it.',
    )
  output.print(...linesOf(preview))
  const interrupted = new AbortController()
  const stopListening = onInterrupt(() => interrupted.abort())
  try {
    const ask = () => output.note(['Forget all of this? [y/N]'])
    return await askToConfirm({ stdin, signal: interrupted.signal, ask })
  } finally {
    stopListening()
  }
}

/** What many sessions are asked for by; undefined where ids are given. */
const askedOf = (
  ids: readonly string[],
  { mine = false, project, before, confirm, person }: ForgetOptions,
  now: Date,
): ForgetMany | undefined => {
  const isMany = mine || project !== undefined || before !== undefined
  if (person !== undefined && (isMany || ids.length > 0))
    throw usageError('A person is erased alone.', 'lore forget --person usr_… --confirm NAME')
  if (person !== undefined) return undefined
  if (isMany === ids.length > 0)
    throw usageError(
      'Give ids, or say which sessions by --mine, --project or --before, or whom by --person.',
      'lore forget ses_… | lore forget --before 30d',
    )
  if (!isMany) return undefined
  return {
    mine,
    ...(project !== undefined && { project }),
    ...(before !== undefined && { before: parseTime(before, 'since', now, '--before') }),
    ...(confirm !== undefined && { confirm }),
  }
}

/** Forgets one, after it was shown. @returns the answer; undefined: the person said no. */
const forgetOne = async (
  context: CommandContext,
  { preview, forget }: Forgetter,
  options: ForgetOptions,
): Promise<ForgetPreview | Deletion | undefined> => {
  const { output, isJson } = context
  const shown = await preview()
  if (options.dryRun === true) {
    if (!isJson) output.print(...linesOf(shown))
    return shown
  }
  if (!(await mayGoOn(context, shown, options))) {
    output.note(['Nothing was forgotten.'])
    return undefined
  }
  const deletion = await forget()
  if (!isJson)
    output.print(
      [`Forgotten: ${wordsOf(deletion.counts)}.`],
      [delayOf(shown.delay_hours, deletion.id)],
    )
  return deletion
}

/** `lore forget`: after a preview and a question, or with `--dry-run` the preview alone. */
export const runForget = async (
  context: CommandContext,
  ids: readonly string[],
  options: ForgetOptions,
): Promise<ExitCode> => {
  const asked = askedOf(ids, options, context.now())
  const { client } = await openConnection(context)
  const { person, confirm } = options
  const forgetters =
    person !== undefined
      ? [await personOf(client, person, confirm)]
      : asked === undefined
        ? (await withoutParts(client, ids)).map((id) => oneOf(client, id))
        : [manyOf(client, asked)]
  const answers: (ForgetPreview | Deletion)[] = []
  for (const forgetter of forgetters) {
    const answer = await forgetOne(context, forgetter, options)
    if (answer === undefined) return EXIT.ok
    answers.push(answer)
  }
  if (context.isJson) context.output.json(answers.length === 1 ? answers[0] : answers)
  return EXIT.ok
}

/** `lore forget --list`: what waits, and receipts. */
export const runDeletions = async (context: CommandContext): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const page = await client.forgetting.list({ limit: 50 })
  const { output, isJson } = context
  if (isJson) output.json(page)
  else if (page.items.length === 0) output.print(['Nothing was forgotten.'])
  else
    output.print(
      ...page.items.map(
        ({ id, kind, state, purge_after, counts }): Line => [
          bold(id),
          `  ${kind}  ${state === 'waiting' ? `purged after ${purge_after.slice(0, 16).replace('T', ' ')} UTC` : state}  `,
          dim(wordsOf(counts)),
        ],
      ),
    )
  return EXIT.ok
}

/** `lore forget --undo`: shows it again, as long as it is not purged. */
export const runUndoForget = async (context: CommandContext, id: string): Promise<ExitCode> => {
  if (kindOfId(id) !== 'deletion')
    throw new CliError({
      code: 'forget.which',
      message: `${id} is no deletion.`,
      hint: '`lore forget --list` shows what can be undone, with ids.',
    })
  const { client } = await openConnection(context)
  const deletion = await client.forgetting.undo(id)
  const { output, isJson } = context
  if (isJson) output.json(deletion)
  else output.print([`There again: ${wordsOf(deletion.counts)}.`])
  return EXIT.ok
}
