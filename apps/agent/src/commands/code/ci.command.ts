import { changeSarif, failingItems, junitOf, markdownOf } from '@teamlore/bots'
import type { Gate, ReportFormat } from '@teamlore/bots/gates'
import { CHANGE_LIMITS, type ChangeReport } from '@teamlore/shared/change-report'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { readChange } from '../../git/read-change.ts'
import { plural } from '../../output/format.ts'
import { printableLines } from '../../output/printable.ts'
import { openConnection } from '../../platform/connection.ts'
import { projectOfFolder } from '../../project/project-of-folder.ts'
import type { ResolveProject } from '../../project/resolve-project.ts'
import type { RunGit } from '../../project/run-git.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type CiOptions = {
  base?: string | undefined
  project?: string | undefined
  format?: ReportFormat | undefined
  failOn?: Gate[] | undefined
  public?: boolean | undefined
}

type Deps = { resolveProject: ResolveProject; git: RunGit; version: string }
type Change = { from: string; to: string; commits: string[]; about: string }

const HINT = 'Name what the change is to be merged into: `lore ci --base origin/main`.'
const MAX_ABOUT = 4_000

const shaOf = async (git: RunGit, root: string, ref: string): Promise<string | null> =>
  ref.startsWith('-') ? null : git(root, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`])

/**
 * From where the branch left what it is to be merged into, to where it is now.
 *
 * @throws CliError where git does not know one of both, or they have nothing in common, as in a checkout without history.
 */
const changeSince = async (git: RunGit, root: string, base: string): Promise<Change> => {
  const to = await shaOf(git, root, 'HEAD')
  if (to === null)
    throw usageError('There is no commit here.', 'Run it in a checkout of the branch.')
  const onto = await shaOf(git, root, base)
  if (onto === null) throw usageError(`git does not know ${base} here.`, HINT)
  const from = await git(root, ['merge-base', onto, to])
  if (from === null)
    throw usageError(
      `git finds no commit that ${base} and this branch have in common.`,
      'A CI checkout often has no history: fetch all of it (fetch-depth: 0, or GIT_DEPTH: 0).',
    )
  const range = [`${from}..${to}`, '--']
  const most = String(CHANGE_LIMITS.maxCommits)
  const shas = (await git(root, ['log', '--format=%H', '-n', most, ...range])) ?? ''
  const subjects = (await git(root, ['log', '--format=%s', '-n', most, ...range])) ?? ''
  return {
    from,
    to,
    commits: shas.split('\n').filter((sha) => sha !== ''),
    about: subjects.slice(0, MAX_ABOUT),
  }
}

const print = (
  { output, isJson }: CommandContext,
  report: ChangeReport,
  { format, server, version, gates, isPublic }: Printed,
): void => {
  const failing = failingItems(report, gates)
  if (format === 'json' || (isJson && format === undefined))
    output.json({ ...report, failing: failing.map(({ id }) => id) })
  else if (format === 'sarif') output.json(changeSarif(report, { version, failing }))
  else if (format === 'junit')
    output.print(...printableLines(junitOf(report, failing).trimEnd()).map((line) => [line]))
  else {
    const text = markdownOf(report, { pages: server, isPublic })
    if (text !== '') output.print(...printableLines(text.trimEnd()).map((line) => [line]))
    else output.note(['Nothing that the team knows bears on this change.'])
  }
}

type Printed = {
  format: ReportFormat | undefined
  server: string
  version: string
  gates: readonly Gate[]
  isPublic: boolean
}

/** `lore ci`: what the team knows of a branch, for a job of any host. Advice, unless it is asked to fail. */
export const makeRunCi =
  ({ resolveProject, git, version }: Deps) =>
  async (
    context: CommandContext,
    {
      base = 'origin/HEAD',
      project: named,
      format,
      failOn = [],
      public: isPublic = false,
    }: CiOptions,
  ): Promise<ExitCode> => {
    const project = await resolveProject(context.cwd())
    const root = project?.root_path ?? context.cwd()
    const { from, to, commits, about } = await changeSince(git, root, base)
    const files = await readChange(root, { from, to })
    if (files.length === 0) {
      context.output.note([`Nothing differs from ${base}.`])
      return EXIT.ok
    }
    const { client, server } = await openConnection(context)
    const report = await client.changeReport({
      project: named ?? (project === null ? root : await projectOfFolder(client, project)),
      about,
      files: files.slice(0, CHANGE_LIMITS.maxFiles),
      commits,
    })
    print(context, report, { format, server, version, gates: failOn, isPublic })
    if (files.length > CHANGE_LIMITS.maxFiles)
      context.warn(
        `Only the first ${CHANGE_LIMITS.maxFiles} of ${plural(files.length, 'file')} were asked about.`,
      )
    const failing = failingItems(report, failOn)
    if (failing.length === 0) return EXIT.ok
    context.warn(
      `${plural(failing.length, 'item')} of ${failOn.join(', ')}: look at ${failing.length === 1 ? 'it' : 'them'}, or run without --fail-on for advice alone.`,
    )
    return EXIT.failed
  }
