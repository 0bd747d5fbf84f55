import type { AgentsMdEdit, AgentsMdMerged } from '@teamlore/shared/agents-md'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { plural } from '../../output/format.ts'
import { bold, dim, type Line } from '../../output/line.ts'
import { readProjectIgnore } from '../../privacy/project-ignore.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { openRedactor } from '../shared/open-redactor.ts'
import { pathInProject } from '../shared/project-path.ts'
import {
  type AgentsFile,
  ensureSendable,
  findAgentsFiles,
  readSaid,
  writeAgentsFile,
} from './agents-md-files.ts'
import { type Opened, openProject } from './agents-md-project.ts'

export type AgentsMdOptions = { project?: string | undefined; dryRun?: boolean | undefined }

type Prepared = Opened & { files: { file: AgentsFile; said: string[] }[] }

/** The files with what is sent beside them, once it is sure that they may leave this machine. */
const prepare = async (
  context: CommandContext,
  typed: string | undefined,
  { project }: AgentsMdOptions,
  { adds = false } = {},
): Promise<Prepared> => {
  const opened = await openProject(context, project, { adds })
  const { root, client, id } = opened
  if ((await readProjectIgnore(root)).isWhole)
    throw new CliError({
      code: 'agents_md.kept_back',
      message: 'A .loreignore keeps this project on this machine.',
      hint: 'Take it away to write what the team knows into its files.',
      exitCode: EXIT.usage,
    })
  const redactor = await openRedactor(context.paths, opened)
  const named = typed === undefined ? undefined : pathInProject(context.cwd(), root, typed)
  const found = await findAgentsFiles(root, named)
  const { entries } = await client.agentsMd.get(id)
  const said = await readSaid(
    root,
    entries.flatMap(({ paths }) => paths),
    redactor,
  )
  for (const file of found) ensureSendable(file, redactor)
  return { ...opened, files: found.map((file) => ({ file, said })) }
}

const EDIT_WORDS: Record<AgentsMdEdit['type'], string> = {
  changed: 'reworded',
  added: 'added',
  deleted: 'taken out',
}

const STATE_WORDS: Record<AgentsMdEdit['state'], string> = {
  new: '',
  waits: 'waits in the review queue',
  known: 'the team knows it',
  rejected: 'a person turned it down',
}

const linesOfEdits = (edits: readonly AgentsMdEdit[]): Line[] =>
  edits.map(({ type, text, state, is_conflict, memory }) => [
    dim(`  ${EDIT_WORDS[type].padEnd(9)} `),
    text,
    is_conflict ? bold('  the memory changed, too') : '',
    dim(state === 'new' ? '' : `  ${STATE_WORDS[state]}${memory === null ? '' : ` ${memory}`}`),
  ])

const leftOutLine = ({ left_out }: AgentsMdMerged): Line[] => {
  if (left_out.length === 0) return []
  const words = {
    kind: 'of other kinds',
    confidence: 'not sure enough',
    disputed: 'in doubt',
    said: 'said by the repository already',
    tokens: 'over the budget',
  }
  const counts = Object.entries(words).flatMap(([because, said]) => {
    const n = left_out.filter((one) => one.because === because).length
    return n === 0 ? [] : [`${n} ${said}`]
  })
  return [[dim(`Left out: ${counts.join(', ')}.`)]]
}

const isNew = ({ state }: AgentsMdEdit): boolean => state === 'new'

const exportLines = ({ name }: AgentsFile, merged: AgentsMdMerged, isDry: boolean): Line[] => {
  if (isDry) return merged.text.split('\n').map((line): Line => [line])
  const size = `${plural(merged.entries, 'entry', 'entries')}, ${plural(merged.tokens, 'token')}`
  const done = merged.is_current ? 'says already what the team knows' : 'written'
  return [[`${name} ${done}`, dim(`  ${size}`)]]
}

const notesOf = (merged: AgentsMdMerged): Line[] => [
  ...leftOutLine(merged),
  ...(merged.collapsed > 0
    ? [[`${plural(merged.collapsed + 1, 'section')} became one.`] satisfies Line]
    : []),
  ...linesOfEdits(merged.edits),
  ...(merged.edits.some(isNew)
    ? [['Edits by hand stay. Propose them to the team: lore agents-md import'] satisfies Line]
    : []),
]

/** `lore agents-md export`: writes the section; what was written by hand stays as it is. */
export const runAgentsMdExport = async (
  context: CommandContext,
  typed: string | undefined,
  options: AgentsMdOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const { client, id, files } = await prepare(context, typed, options)
  const answers = []
  for (const { file, said } of files) {
    const body = { text: file.text, said }
    const isDry = options.dryRun === true
    const merged = isDry
      ? await client.agentsMd.check(id, body)
      : await client.agentsMd.export(id, body)
    if (!isDry && !merged.is_current) await writeAgentsFile(file, merged.text)
    answers.push({ file: file.name, ...merged })
    if (isJson) continue
    output.print(...exportLines(file, merged, isDry))
    output.note(...notesOf(merged))
  }
  if (isJson) output.json({ files: answers })
  return EXIT.ok
}

/** `lore agents-md import`: proposes what was written by hand. */
export const runAgentsMdImport = async (
  context: CommandContext,
  typed: string | undefined,
  options: AgentsMdOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const adds = options.dryRun !== true
  const { client, id, files } = await prepare(context, typed, options, { adds })
  const answers = []
  for (const { file, said } of files) {
    const body = { text: file.text, said }
    if (options.dryRun === true) {
      const { edits } = await client.agentsMd.check(id, body)
      answers.push({ file: file.name, edits, proposed: 0 })
      if (!isJson) {
        output.print([
          `${file.name}: ${plural(edits.filter(isNew).length, 'edit')} would be proposed`,
        ])
        output.print(...linesOfEdits(edits))
      }
      continue
    }
    const { edits, proposed } = await client.agentsMd.import(id, body)
    answers.push({ file: file.name, edits, proposed })
    if (isJson) continue
    output.print([`${file.name}: ${plural(proposed, 'edit')} proposed`])
    output.print(...linesOfEdits(edits))
    if (proposed > 0) output.note(['They wait for a person: lore drafts'])
  }
  if (isJson) output.json({ files: answers })
  return EXIT.ok
}

/** `lore agents-md check`: fails where a file is not as the team knows it, and says what to run. For CI. */
export const runAgentsMdCheck = async (
  context: CommandContext,
  typed: string | undefined,
  options: AgentsMdOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const { client, id, files } = await prepare(context, typed, options)
  const answers = []
  let isFine = true
  for (const { file, said } of files) {
    const merged = await client.agentsMd.check(id, { text: file.text, said })
    const edits = merged.edits.filter(isNew)
    const run = [
      ...(merged.is_current ? [] : ['lore agents-md export']),
      ...(edits.length === 0 ? [] : ['lore agents-md import']),
    ]
    isFine &&= run.length === 0
    answers.push({ file: file.name, is_current: merged.is_current, edits: merged.edits, run })
    if (isJson) continue
    if (run.length === 0) output.print([`${file.name} is as the team knows it.`])
    if (!merged.is_current)
      output.print([`${file.name} is not what the team knows. Run: lore agents-md export`])
    if (edits.length > 0)
      output.print([
        `${file.name} has ${plural(edits.length, 'edit')} that nobody proposed. Run: lore agents-md import`,
      ])
    output.print(...linesOfEdits(edits))
  }
  if (isJson) output.json({ is_current: isFine, files: answers })
  return isFine ? EXIT.ok : EXIT.failed
}
