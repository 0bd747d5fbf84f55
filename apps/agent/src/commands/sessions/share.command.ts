import type { SharePreview } from '@teamlore/shared/share'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { count } from '../../output/format.ts'
import { bold, dim } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type ShareOptions = { dryRun?: boolean | undefined }

type Kind = SharePreview['counts'][number]['kind']

const oneOf = (kind: Kind): string => kind.replace(/ies$/, 'y').replace(/s$/, '')

const readersOf = ({ readers }: SharePreview): string =>
  readers.project === null ? 'the team' : `the members of ${readers.project}`

const headOf = (preview: SharePreview, isDone: boolean): string => {
  const { session, becomes } = preview
  if (isDone)
    return session.visibility === 'team' ? `Read by ${readersOf(preview)} now.` : 'Private to you.'
  return becomes === 'team' ? `Would be read by ${readersOf(preview)}:` : 'Would be private to you:'
}

const print = (
  { output, isJson }: CommandContext,
  preview: SharePreview,
  isDone: boolean,
): ExitCode => {
  if (isJson) {
    output.json(preview)
    return EXIT.ok
  }
  output.print(
    [bold(preview.session.title || 'Untitled session'), dim(`  ${preview.session.id}`)],
    [headOf(preview, isDone)],
    [
      preview.counts
        .map(({ kind, count: n }) => `${count(n)} ${n === 1 ? oneOf(kind) : kind}`)
        .join(', '),
    ],
    ...(isDone ? [] : preview.titles.map(({ kind, title }) => [dim(`  ${oneOf(kind)}  `), title])),
  )
  if (!isDone && preview.refused !== null) output.note([preview.refused])
  return EXIT.ok
}

/** `lore share` and `lore unshare`, or with `--dry-run` what they would do. */
export const runShare = async (
  context: CommandContext,
  id: string,
  to: 'team' | 'private',
  { dryRun = false }: ShareOptions,
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const { sessions } = client
  const preview = await sessions.sharePreview(id)
  // Already so: there is nothing to do, and nothing that would be.
  if (preview.becomes !== to) return print(context, preview, true)
  if (dryRun) return print(context, preview, false)
  const changed = to === 'team' ? await sessions.share(id) : await sessions.unshare(id)
  return print(context, changed, true)
}
