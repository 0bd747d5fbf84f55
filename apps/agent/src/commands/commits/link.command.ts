import type { SessionLink } from '@teamlore/shared/commits'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { openConnection } from '../../platform/connection.ts'
import { isWithin } from '../../project/project-of-folder.ts'
import { createProjectResolver } from '../../project/resolve-project.ts'
import { runGit } from '../../project/run-git.ts'
import { linkLines, linkMadeLines } from '../../views/link.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { runBackfill } from './backfill.command.ts'

export type LinkOptions = {
  commit?: string | undefined
  branch?: string | undefined
  remote?: string | undefined
  backfill?: boolean | undefined
  since?: string | undefined
  dryRun?: boolean | undefined
}

/** `lore link`: says that a session belongs to a commit; with `--backfill`, sends the commits of this repository. */
export const runLink = async (
  context: CommandContext,
  session: string | undefined,
  options: LinkOptions,
): Promise<ExitCode> => {
  if (options.backfill) return runBackfill(context, options)
  if (session === undefined)
    throw usageError(
      'Which session?',
      '`lore current` names the one at work here, `lore sessions` all.',
    )
  ensureId(session)
  const { client } = await openConnection(context)
  const target = await targetOf(context, options)
  const answer = await client.links.create({ session, ...target, dry_run: options.dryRun === true })
  if (context.isJson) context.output.json(answer)
  else context.output.print(...linkMadeLines(answer, { isDryRun: options.dryRun === true }))
  return EXIT.ok
}

/** `lore unlink`: removes a link permanently. */
export const runUnlink = async (
  context: CommandContext,
  session: string,
  options: LinkOptions,
): Promise<ExitCode> => {
  ensureId(session)
  const { client } = await openConnection(context)
  const target = await targetOf(context, options)
  const answer = await client.links.remove({ session, ...target, dry_run: options.dryRun === true })
  if (context.isJson) context.output.json(answer)
  else
    context.output.print([
      `${options.dryRun ? 'Would take apart' : 'Taken apart'}: "${answer.session.title}" and ${answer.target.slice(0, 60)}. They are not linked again by themselves.`,
    ])
  return EXIT.ok
}

/** As few characters as an id may be begun with. */
const LEAST_CHARS = 8

const ensureId = (session: string): void => {
  if (session.trim().length < LEAST_CHARS)
    throw usageError(
      `"${session}" is no id of a session.`,
      `Give it whole, or its first ${LEAST_CHARS} or more characters: \`lore current\` names the session at work here, \`lore sessions\` all.`,
    )
}

type Target = { type: 'commit' | 'branch' | 'remote'; target: string }

const targetOf = async (
  context: CommandContext,
  { commit, branch, remote }: LinkOptions,
): Promise<Target> => {
  const given = [commit, branch, remote].filter((value) => value !== undefined)
  if (given.length > 1)
    throw usageError('--commit, --branch and --remote exclude each other.', 'Give one of them.')
  if (branch !== undefined) return { type: 'branch', target: branch }
  if (remote !== undefined) return { type: 'remote', target: remote }
  return { type: 'commit', target: await hashOf(context, commit ?? 'HEAD') }
}

/** The whole hash behind what git calls a commit; an id of ours, or a hash of elsewhere, is taken as it is. */
export const hashOf = async (context: CommandContext, ref: string): Promise<string> => {
  if (/^cmt_[0-9a-z]{4,26}$/.test(ref)) return ref
  const hash = ref.startsWith('-')
    ? null
    : await runGit(context.cwd(), ['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`])
  if (hash !== null && /^[0-9a-f]{40,64}$/.test(hash)) return hash
  if (/^[0-9a-f]{7,64}$/.test(ref)) return ref
  if ((await runGit(context.cwd(), ['rev-parse', '--git-dir'])) === null)
    throw usageError(
      `${context.cwd()} lies in no git repository.`,
      'Go into one, or give a whole hash or the id of a session or commit.',
    )
  throw usageError(
    `git knows no commit "${ref}" here.`,
    'Give a hash, a branch or a tag of this repository.',
  )
}

/** `lore links`: what is linked to a session, or to a commit; HEAD by default. */
export const runLinks = async (
  context: CommandContext,
  named: string | undefined,
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const isSession = named?.startsWith('ses_') === true
  const { items } = await client.links.list(
    isSession ? { session: named } : { commit: await hashOf(context, named ?? 'HEAD') },
  )
  if (context.isJson) context.output.json({ items })
  else
    context.output.print(
      ...linkLines(items as SessionLink[], { of: isSession ? 'session' : 'commit' }),
    )
  return EXIT.ok
}

/** So long after its last message a session still counts as being at work. */
const LIVE_MINUTES = 30

/** `lore current`: the session that was last at work in this folder. */
export const runCurrent = async (context: CommandContext): Promise<ExitCode> => {
  const { output, isJson } = context
  const { client } = await openConnection(context)
  const project = await createProjectResolver()(context.cwd())
  const root = project?.root_path ?? context.cwd()
  const { items } = await client.sessions.list({ limit: 50 })
  const here = items.find(({ cwd, kind }) => kind === 'main' && cwd !== null && isWithin(cwd, root))
  const isLive =
    here !== undefined &&
    context.now().getTime() - Date.parse(here.ended_at ?? here.started_at ?? '') <
      LIVE_MINUTES * 60_000
  if (isJson) output.json({ session: here ?? null, is_live: isLive })
  else if (here === undefined) output.print(['No session of this folder is on the server.'])
  else output.print([`${here.id}  ${isLive ? 'at work' : 'last at work here'}: ${here.title}`])
  return here === undefined ? EXIT.failed : EXIT.ok
}
