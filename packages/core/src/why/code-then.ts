import type { NamedProject, TeamRepositories } from '@teamlore/db'
import { plural } from '@teamlore/shared/plural'
import { withBlame } from '../shared-code/get-shared-file.ts'
import { readHistory } from '../shared-code/read-history.ts'
import { replayFile } from '../shared-code/replay-file.ts'
import { placeOf } from './asked-lines.ts'
import { entryOfLine } from './commit-entries.ts'
import type { LineRange } from './score.ts'
import type { WhyEntry } from './why-entry.ts'

type Repositories = Pick<TeamRepositories, 'blame' | 'sharedCode' | 'sharedFiles'>
/** `named`: how the time was typed, which may be a commit. */
type Asked = { at: Date; named: string | undefined; path: string; lines: LineRange | undefined }

const HASH = /^[0-9a-f]{7,64}$/
const MAX_LINES = 12
const MAX_CHARS = 800
/** The code itself is what the rest is about. */
const CODE_WEIGHT = 0.95

/** A file as its last commit before a time left it, and who had written the lines that are asked for; where the project shares its code. */
export const entriesOfCodeThen = async (
  repos: Repositories,
  { id }: NamedProject,
  { at, named, path, lines }: Asked,
): Promise<WhyEntry[]> => {
  if (!(await repos.sharedCode.isShared(id, { held: false }))) return []
  const sha = named?.trim().toLowerCase()
  const commit =
    (sha !== undefined && HASH.test(sha) ? await repos.sharedFiles.tip(id, sha, at) : undefined) ??
    (await repos.sharedFiles.tip(id, undefined, at))
  if (commit === undefined) return []
  const history = await readHistory(repos, id, { sha: commit.sha, path })
  const entry = (text: string, more: string[] = []): WhyEntry => ({
    id: commit.id,
    section: 'code',
    kind: 'code',
    text,
    reason: 'as_it_was',
    weight: CODE_WEIGHT,
    via: placeOf(path, lines),
    marks: [`commit ${commit.sha.slice(0, 10)}, ${commit.authored_at.slice(0, 10)}`, ...more],
  })
  if (history.isGone) return [entry(`There was no file ${path}: it had been deleted or renamed.`)]
  if (history.changes.length === 0) return []
  const { total, isWhole, linesFrom } = replayFile(history.changes, history)
  if (lines === undefined)
    return [
      entry(
        `${path} had ${plural(total, 'line')}.`,
        isWhole ? [] : ['as far as its lines were shared'],
      ),
    ]
  const count = Math.min(lines.to - lines.from + 1, MAX_LINES)
  const shown = linesFrom(lines.from - 1, count)
  if (shown.length === 0 && !isWhole)
    return [entry(`Line ${lines.from} of ${path} was not shared.`)]
  if (shown.length === 0)
    return [entry(`${path} had ${plural(total, 'line')}, so there was no line ${lines.from}.`)]
  const text = shown.map((one) => one.text ?? '(not shared)').join(' ⏎ ')
  const { answers } = await withBlame(repos, { projectId: id, path }, shown)
  const wrote = answers.flatMap((one) =>
    entryOfLine({ place: placeOf(path, lines), isRange: lines.from !== lines.to }, one),
  )
  const cut = text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)} …` : text
  return [entry(cut), ...new Map(wrote.map((one) => [one.id, one])).values()]
}
