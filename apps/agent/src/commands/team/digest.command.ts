import type { Digest, OwnDigest } from '@teamlore/shared/digest'
import { ownTitle } from '@teamlore/shared/own-title'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { plural } from '../../output/format.ts'
import { bold, dim, type Line, yellow } from '../../output/line.ts'
import { wrapLine } from '../../output/wrap.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type DigestOptions = { mail?: string | undefined }

const WEEKLY: Readonly<Record<string, boolean>> = { on: true, off: false }

/** `lore digest`: the last week of the team, and whether it comes by mail. */
export const runDigest = async (
  context: CommandContext,
  { mail }: DigestOptions,
): Promise<ExitCode> => {
  const weekly = mail === undefined ? undefined : WEEKLY[mail]
  if (mail !== undefined && weekly === undefined)
    throw usageError(`--mail is on or off, not "${mail}".`)
  const { client } = await openConnection(context)
  const own = weekly === undefined ? await client.digest.get() : await client.digest.set({ weekly })
  const { output, isJson } = context
  if (isJson) output.json(own)
  else
    output.print(
      ...(weekly === undefined ? digestLines(own.digest, output.readingWidth) : []),
      mailLine(own.mail),
    )
  return EXIT.ok
}

type Item = Digest['decisions']['items'][number]

const itemLines = ({ id, topic, statement }: Item, width: number | undefined): Line[] =>
  wrapLine(['  ', ownTitle(topic, statement) || statement, ' ', dim(id)], { width, indent: '    ' })

const part = (head: string, amount: number, items: readonly Line[]): Line[] =>
  amount === 0 ? [] : [[bold(head)], ...items]

const digestLines = (
  { week, decisions, review, contradictions, stale }: Digest,
  width: number | undefined,
): Line[] => {
  const parts = [
    ...part(
      plural(decisions.count, 'new decision'),
      decisions.count,
      decisions.items.flatMap((item) => itemLines(item, width)),
    ),
    ...part(`${plural(review.count, 'draft')} to review`, review.count, [
      ['  ', dim('lore drafts')],
    ]),
    ...part(
      `${plural(contradictions.count, 'contradiction')} that nobody has decided`,
      contradictions.count,
      contradictions.items.flatMap(({ first, second }) => [
        ...itemLines(first, width),
        ...itemLines(second, width),
      ]),
    ),
    ...part(
      `${plural(stale.count, 'memory', 'memories')} that may be stale`,
      stale.count,
      stale.items.flatMap((item) => itemLines(item, width)),
    ),
  ]
  const head: Line = [`The seven days before ${week}`]
  return [head, ...(parts.length === 0 ? [[dim('  Nothing happened.')]] : parts)]
}

const mailLine = ({ weekly, address, can_send, error }: OwnDigest['mail']): Line => {
  if (!can_send) return [dim('This server does not send mail.')]
  if (address === null) return [dim('Your account has no mail address, so nothing can be sent.')]
  if (!weekly) return [dim(`Not sent by mail. \`lore digest --mail on\` sends it to ${address}.`)]
  return [`Sent each week to ${address}.`, ...(error === null ? [] : [yellow(` ${error}`)])]
}
