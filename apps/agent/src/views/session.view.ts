import { fileFates, type SessionDetail } from '@teamlore/shared'
import { foundIn } from '@teamlore/shared/observation-types'
import type { SessionNote } from '@teamlore/shared/session-notes'
import { count, dateTime, plural, timeBeside } from '../output/format.ts'
import { bold, cyan, dim, green, type Line, red, yellow } from '../output/line.ts'
import { removalWords } from '../output/removal-words.ts'
import { wrapLine } from '../output/wrap.ts'

type Options = { width: number | undefined; server: string; isFull: boolean }

const FILES_SHOWN = 8
const CHILDREN_SHOWN = 5

/** What there is to know of a session before reading it. */
export const sessionHeaderLines = (session: SessionDetail, options: Options): Line[] => {
  const { width, server } = options
  return [
    ...wrapLine([bold(session.title)], { width }),
    ...wrapLine([dim(placeOf(session))], { width }),
    ...wrapLine([dim(extentOf(session))], { width }),
    ...noteLines(session, options),
    ...relativeLines(session, options),
    ...fileLines(session, options),
    ...session.pull_requests.map(
      ({ number, url }): Line => [dim(`pull request #${number}  ${url}`)],
    ),
    ...lossLines(session, options),
    ...removalLines(session, options),
    [dim(`${server}/sessions/${session.id}`)],
  ]
}

/** What people say of it, their summaries first. */
const noteLines = ({ tags, notes }: SessionDetail, { width }: Options): Line[] => {
  const of = (wanted: SessionNote['kind']) => notes.filter(({ kind }) => kind === wanted)
  const said = [...of('summary'), ...of('annotation')]
  return [
    ...(tags.length === 0
      ? []
      : wrapLine([cyan(tags.map((tag) => `#${tag}`).join(' '))], { width })),
    ...said.flatMap(({ kind, author, text, id }) =>
      wrapLine([dim(`${kind} by ${author.name}  `), text, dim(`  ${id}`)], { width }),
    ),
  ]
}

/** What went of it by the retention of its project, and by which policy. */
const removalLines = ({ removal }: SessionDetail, { width }: Options): Line[] =>
  removal === null ? [] : wrapLine([yellow(removalWords(removal))], { width })

const placeOf = (session: SessionDetail): string => {
  const { tool, tool_version, project, git_branch, cwd, author, machine } = session
  return [
    [tool, tool_version].filter(Boolean).join(' '),
    project?.name ?? cwd ?? 'no project',
    git_branch === null ? '' : `branch ${git_branch}`,
    [author.name, machine.name].filter(Boolean).join(' on '),
    session.visibility === 'private' ? 'private' : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

const extentOf = ({ started_at, ended_at, counts, models, distilled }: SessionDetail): string => {
  const end = timeBeside(ended_at, started_at)
  return [
    end === '' ? dateTime(started_at) : `${dateTime(started_at)} – ${end}`,
    plural(counts.prompts, 'prompt'),
    plural(counts.messages, 'message'),
    plural(counts.edits, 'edit'),
    distilled === 'done' ? foundOf(counts) : 'not distilled yet',
    models.join(', '),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

/** Where nothing was found, what was done counts. */
const foundOf = (counts: SessionDetail['counts']): string => {
  const { amount, isWork } = foundIn(counts)
  return isWork ? plural(amount, 'record of work', 'records of work') : plural(amount, 'finding')
}

const relativeLines = (
  { parent, children, kind }: SessionDetail,
  { width, isFull }: Options,
): Line[] => {
  const shown = isFull ? children : children.slice(0, CHILDREN_SHOWN)
  return [
    ...(parent === null
      ? []
      : wrapLine([dim(`${kind} of `), cyan(parent.id), dim(`  ${parent.title}`)], { width })),
    ...shown.flatMap((child) =>
      wrapLine([dim(`${child.kind}  `), cyan(child.id), dim(`  ${child.title}`)], { width }),
    ),
    ...(shown.length < children.length
      ? [[dim(`… ${children.length - shown.length} more of them  (--full)`)]]
      : []),
  ]
}

const fileLines = ({ files }: SessionDetail, { width, isFull }: Options): Line[] => {
  const shown = isFull ? files : files.slice(0, FILES_SHOWN)
  return [
    ...shown.flatMap((file) =>
      wrapLine([dim('file  '), file.path, ...linesOf(file), dim(placedOf(file))], { width }),
    ),
    ...(shown.length < files.length
      ? [[dim(`… ${plural(files.length - shown.length, 'more file')}  (--full)`)]]
      : []),
  ]
}

type SessionFile = SessionDetail['files'][number]

const linesOf = ({ edits, added_lines, removed_lines }: SessionFile): Line =>
  edits === 0 ? [] : ['  ', green(`+${count(added_lines)}`), ' ', red(`−${count(removed_lines)}`)]

/** What else befell a file, which writes no lines. */
const placedOf = (file: SessionFile): string =>
  fileFates(file)
    .map((fate) => `  ${fate}`)
    .join('')

/** Nothing is lost silently: what the reader of the file could not take in is said here too. */
const lossLines = ({ source }: SessionDetail, { width }: Options): Line[] => {
  const losses = [
    source.bad_lines > 0 ? `${plural(source.bad_lines, 'line')} could not be read` : '',
    source.unknown_records > 0 ? `${plural(source.unknown_records, 'record')} of unknown kind` : '',
    source.redactions > 0 ? `${plural(source.redactions, 'secret')} taken out` : '',
    source.server_redactions > 0 ? `${count(source.server_redactions)} more by the server` : '',
  ].filter((loss) => loss !== '')
  if (losses.length === 0) return []
  return wrapLine([yellow(losses.join(', ')), dim(`  in ${source.path}`)], { width })
}
