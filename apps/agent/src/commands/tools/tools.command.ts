import type { Source } from '@teamlore/sources/source'
import type { Surroundings } from '@teamlore/sources/surroundings'
import { serverRoot } from '../../capture/state-store.ts'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { type CaptureState, readCaptureState } from '../../platform/capture-state.ts'
import { readCredentials } from '../../platform/credentials.ts'
import { readToolsOff, writeToolsOff } from '../../platform/tools-off.ts'
import { type ToolRow, toolChangeLines, toolListLines } from '../../views/tools.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { ensureKnownTools } from '../shared/known-tools.ts'

export type ToolsAction = 'list' | 'on' | 'off'

type Deps = { makeSources: (surroundings: Surroundings) => readonly Source[] }

/** `lore tools`: which coding tools are read on this machine, and which its user has switched off. */
export const makeRunTools =
  ({ makeSources }: Deps) =>
  async (
    context: CommandContext,
    action: ToolsAction,
    names: readonly string[],
  ): Promise<ExitCode> => {
    const { output, paths, isJson } = context
    const sources = makeSources(context.surroundings)
    const known = sources.map(({ info }) => info.name)
    ensureNames(action, names, known)
    const before = await readToolsOff(paths.toolsFile)
    const off = action === 'list' ? before : changed(before, action, names)
    if (off.join() !== before.join()) await writeToolsOff(paths.toolsFile, off)
    if (action !== 'list' && !isJson) {
      output.print(...toolChangeLines(names, { action, before }))
      return EXIT.ok
    }
    const wanted = sources.filter(({ info }) => names.length === 0 || names.includes(info.name))
    const state = await captureState(context)
    const rows = await Promise.all(wanted.map((source) => rowOf(source, { off, state })))
    if (isJson) output.json({ tools: rows.map(rowJson) })
    else output.print(...toolListLines(rows, { width: output.width }))
    return EXIT.ok
  }

const ensureNames = (
  action: ToolsAction,
  names: readonly string[],
  known: readonly string[],
): void => {
  if (action !== 'list' && names.length === 0)
    throw usageError(
      `Name the tools to switch ${action}.`,
      `\`lore tools\` lists them. Such as: lore tools ${action} cursor.`,
    )
  ensureKnownTools(names, known, 'lore tools')
}

const changed = (
  before: readonly string[],
  action: 'on' | 'off',
  names: readonly string[],
): readonly string[] =>
  action === 'on'
    ? before.filter((tool) => !names.includes(tool))
    : [...new Set([...before, ...names])].sort()

/** What was captured for the server that is logged in to; none of it is needed to list tools. */
const captureState = async ({ paths }: CommandContext): Promise<CaptureState | undefined> => {
  const stored = await readCredentials({ path: paths.credentials, warn: () => undefined }).catch(
    () => undefined,
  )
  return stored && readCaptureState(serverRoot(paths.stateDir, stored.team.id))
}

/** Enough to know a tool by. */
const MAX_FOUND = 5_000

const rowOf = async (
  source: Source,
  { off, state }: { off: readonly string[]; state: CaptureState | undefined },
): Promise<ToolRow> => {
  const { name, label } = source.info
  const isOn = !off.includes(name)
  return {
    tool: name,
    label,
    isOn,
    ...(isOn ? await countSessions(source) : { found: 0, hasMore: false }),
    captured: state?.tools.find(({ tool }) => tool === name)?.sessions ?? 0,
  }
}

const countSessions = async (source: Source): Promise<Pick<ToolRow, 'found' | 'hasMore'>> => {
  let found = 0
  try {
    for await (const one of source.find()) {
      if ('problem' in one) continue
      if (found === MAX_FOUND) return { found, hasMore: true }
      found++
    }
  } catch {
    // `lore doctor` says what cannot be looked into.
  }
  return { found, hasMore: false }
}

const rowJson = ({ tool, label, isOn, found, hasMore, captured }: ToolRow) => ({
  tool,
  label,
  on: isOn,
  // Of what is switched off, not even the places are looked at.
  found: isOn ? found : null,
  more: hasMore,
  captured,
})
