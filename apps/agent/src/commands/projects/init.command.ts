import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import type { Line } from '../../output/line.ts'
import { bold, green } from '../../output/line.ts'
import { IGNORE_FILE, readProjectIgnore } from '../../privacy/project-ignore.ts'
import type { ResolveProject } from '../../project/resolve-project.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type InitOptions = { private?: boolean | undefined }

type Deps = { resolveProject: ResolveProject; cwd: () => string }

const WHOLE = `# Sessions of this project stay on the machines they are written on: Teamlore leaves them out.
# Instead of *, patterns as in .gitignore leave out the content of single files.
*
`

/** `lore init`: says what becomes of sessions in this project; `--private` keeps them all on the machine. */
export const makeRunInit =
  ({ resolveProject, cwd }: Deps) =>
  async ({ output, isJson }: CommandContext, options: InitOptions): Promise<ExitCode> => {
    const folder = cwd()
    const root = (await resolveProject(folder))?.root_path ?? folder
    const path = join(root, IGNORE_FILE)
    const before = await stateOf(root, path)
    const isWritten = options.private === true && before !== 'private'
    if (isWritten) await makePrivate(path, before)
    const state = isWritten ? 'private' : before
    if (isJson) output.json({ project: root, file: path, written: isWritten, state })
    else output.print(...linesOf({ root, path, state, isWritten }))
    return EXIT.ok
  }

/** Whether a project shares its sessions, keeps all of them, or leaves out some files. */
type State = 'shared' | 'private' | 'partly'

const stateOf = async (root: string, path: string): Promise<State> => {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  )
  if (!isThere) return 'shared'
  return (await readProjectIgnore(root)).isWhole ? 'private' : 'partly'
}

/** What somebody wrote is never written over. */
const makePrivate = async (path: string, before: State): Promise<void> => {
  if (before === 'partly')
    throw new CliError({
      code: 'init.file_exists',
      message: `${path} names files already, so it was left as it is.`,
      hint: 'Add a line with * to leave out the whole project.',
    })
  await writeFile(path, WHOLE, { flag: 'wx' })
}

type Shown = { root: string; path: string; state: State; isWritten: boolean }

const linesOf = ({ root, path, state, isWritten }: Shown): Line[] => {
  if (isWritten)
    return [
      [green('Done.'), ' Wrote ', bold(path), ': sessions of this project stay on this machine.'],
      ['Commit the file, and the same holds for everybody who works in the project.'],
      ['What was sent before stays on the server. Delete the file to share sessions again.'],
    ]
  if (state === 'private')
    return [['Sessions of ', bold(root), ` stay on this machine: ${path} says so.`]]
  return [
    [
      'Sessions of ',
      bold(root),
      ' are sent by `lore import` and `lore watch`; nothing needs setting up.',
    ],
    state === 'partly'
      ? [`The content of files that ${path} names is left out.`]
      : [
          '`lore init --private` keeps them on this machine; a .loreignore with patterns leaves out single files.',
        ],
    ['`lore scan` shows what is taken out of them before they leave.'],
  ]
}
