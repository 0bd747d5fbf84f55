import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { count, plural, tilde } from '../output/format.ts'
import type { CaptureState } from '../platform/capture-state.ts'
import type { Source } from '../sources/source.ts'
import { type Finding, ok, warning } from './finding.ts'

type Options = {
  sources: readonly Source[]
  state: CaptureState | undefined
  isWatching: boolean
  home: string
}

/** What is looked at of one tool; more than that says nothing new. */
const MAX_FILES = 5_000

/** Of each tool that was used on this machine: whether its sessions can be read, and are watched. */
export const checkTools = async ({
  sources,
  state,
  isWatching,
  home,
}: Options): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const source of sources) {
    if (!(await source.isInstalled().catch(() => false))) continue
    findings.push(...(await checkTool(source, { state, isWatching, home })))
  }
  return findings.length > 0
    ? findings
    : [
        warning(
          'tools',
          'No coding tool has left a session on this machine yet.',
          'Use one, such as Claude Code or Codex; where its sessions lie elsewhere, `lore import --path DIR` reads them.',
        ),
      ]
}

const checkTool = async (
  source: Source,
  { state, isWatching, home }: Omit<Options, 'sources'>,
): Promise<Finding[]> => {
  const { name, label } = source.info
  const check = `tool.${name}`
  const { files, unreadable } = await lookAt(source)
  const [first] = unreadable
  if (first !== undefined)
    return [
      warning(
        check,
        `${label}: ${count(unreadable.length)} of ${plural(files, 'file')} cannot be read, such as ${tilde(first.path, home)} (${first.problem}).`,
        'Check owner and permissions of these files; what is in them is not captured.',
      ),
    ]
  const isWatched = (state?.tools.find(({ tool }) => tool === name)?.files ?? 0) > 0
  if (isWatching && files > 0 && !isWatched)
    return [
      warning(
        check,
        `${label}: ${plural(files, 'file')}, not seen by the watch yet.`,
        'Wait a minute. If it stays so, the watch runs in other surroundings: run `lore daemon install` from this shell.',
      ),
    ]
  return [ok(check, `${label}: ${plural(files, 'file')} readable${isWatching ? ', watched' : ''}`)]
}

type Unreadable = { path: string; problem: string }

const lookAt = async (source: Source): Promise<{ files: number; unreadable: Unreadable[] }> => {
  const unreadable: Unreadable[] = []
  const seen = new Set<string>()
  try {
    for await (const found of source.find()) {
      if (seen.has(found.path)) continue
      seen.add(found.path)
      if ('problem' in found) unreadable.push(found)
      else if (!(await isReadable(found.path)))
        unreadable.push({ path: found.path, problem: 'may not be read by you' })
      if (seen.size === MAX_FILES) break
    }
  } catch (error) {
    unreadable.push({ path: source.info.label, problem: String(error) })
  }
  return { files: seen.size, unreadable }
}

/** What went away in the meantime was readable, too. */
const isReadable = (path: string): Promise<boolean> =>
  access(path, constants.R_OK).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  )
