import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { type Unread, whyUnread } from '@teamlore/sources/files/why-unread'
import type { Source } from '@teamlore/sources/source'
import { count, plural, tilde } from '../output/format.ts'
import { type CaptureState, UNREADABLE } from '../platform/capture-state.ts'
import { type Finding, ok, warning } from './finding.ts'

type Options = {
  sources: readonly Source[]
  /** Names of those that are switched off. */
  toolsOff?: readonly string[]
  state: CaptureState | undefined
  isWatching: boolean
  home: string
}

/** What is looked at of one tool; more than that says nothing new. */
const MAX_FILES = 5_000

/** Of each tool that was used on this machine: whether its sessions can be read, and are watched. */
export const checkTools = async ({
  sources,
  toolsOff = [],
  state,
  isWatching,
  home,
}: Options): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const source of sources) {
    if (toolsOff.includes(source.info.name)) {
      const { name, label } = source.info
      findings.push(ok(`tool.${name}`, `${label}: switched off by \`lore tools off ${name}\``))
      continue
    }
    const looked = await lookAt(source)
    if (looked.files === 0 && !(await source.isInstalled().catch(() => false))) continue
    findings.push(checkTool(source, looked, { state, isWatching, home }))
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

const checkTool = (
  { info: { name, label } }: Source,
  { files, unreadable }: Looked,
  { state, isWatching, home }: Omit<Options, 'sources' | 'toolsOff'>,
): Finding => {
  const check = `tool.${name}`
  const [first] = unreadable
  if (first !== undefined)
    return warning(
      check,
      `${label}: ${count(unreadable.length)} of ${plural(files, 'file')} cannot be read, such as ${tilde(first.path, home)} (${first.problem}).`,
      remedyFor(label, unreadable),
    )
  const unread = state?.tools.find(({ tool }) => tool === name)?.last_error
  if (unread?.code === UNREADABLE)
    return warning(
      check,
      `${label}: not all of ${plural(files, 'file')} is read: ${tilde(unread.message, home)}.`,
      'What another tool wrote is read by `lore import --path` with its name; anything else is tried again by itself, and `lore import` says what is in the way.',
    )
  const isWatched = (state?.tools.find(({ tool }) => tool === name)?.files ?? 0) > 0
  if (isWatching && files > 0 && !isWatched)
    return warning(
      check,
      `${label}: ${plural(files, 'file')}, not seen by the watch yet.`,
      'Wait a minute. If it stays so, the watch runs in other surroundings: run `lore daemon install` from this shell.',
    )
  return ok(check, `${label}: ${plural(files, 'file')} readable${isWatching ? ', watched' : ''}`)
}

type Unreadable = { path: string } & Unread
type Looked = { files: number; unreadable: Unreadable[] }

const NO_MORE = 'What is in them is not captured until then; what was, is kept.'

/** What to do, once for each cause there is. */
const remedyFor = (label: string, unreadable: readonly Unreadable[]): string => {
  const remedies: Record<NonNullable<Unread['cause']> | 'other', string> = {
    denied: 'Check owner and permissions of what may not be read.',
    damaged: `Have ${label} open what is damaged, and repair or begin it again, or put a copy from a backup in its place.`,
    dangling: 'Take away the link that leads nowhere, or bring back what it led to.',
    name: 'Give another name to what has one that is not UTF-8.',
    passing: `Wait until ${label} has written it, and look again.`,
    other: '`lore import` tries it again and says what is in the way.',
  }
  const causes = new Set(unreadable.map(({ cause }) => cause ?? 'other'))
  return [...[...causes].map((cause) => remedies[cause]), NO_MORE].join(' ')
}

const lookAt = async (source: Source): Promise<Looked> => {
  const unreadable: Unreadable[] = []
  const seen = new Set<string>()
  try {
    for await (const found of source.find()) {
      if (seen.has(found.path)) continue
      seen.add(found.path)
      if ('problem' in found) unreadable.push(found)
      else if (!(await isReadable(found.path)))
        unreadable.push({ path: found.path, problem: 'may not be read by you', cause: 'denied' })
      if (seen.size === MAX_FILES) break
    }
  } catch (error) {
    unreadable.push({ path: source.info.label, ...whyUnread(error) })
  }
  return { files: seen.size, unreadable }
}

/** What went away in the meantime was readable, too. */
const isReadable = (path: string): Promise<boolean> =>
  access(path, constants.R_OK).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  )
