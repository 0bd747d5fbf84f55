import type { AgentsMdMerged } from '@teamlore/shared/agents-md'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { plural } from '../../output/format.ts'
import {
  exportLines,
  IMPORT_OF_MANY,
  isNew,
  linesOfEdits,
  notesOf,
} from '../../views/agents-md.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { writeAgentsFile } from './agents-md-files.ts'
import { type AgentsMdOptions, prepare } from './agents-md-project.ts'

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

const importOf = ({ many_deleted }: AgentsMdMerged): string =>
  many_deleted ? IMPORT_OF_MANY : 'lore agents-md import'

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
      ...(edits.length === 0 ? [] : [importOf(merged)]),
    ]
    isFine &&= run.length === 0
    answers.push({ file: file.name, is_current: merged.is_current, edits: merged.edits, run })
    if (isJson) continue
    if (run.length === 0) output.print([`${file.name} is as the team knows it.`])
    if (!merged.is_current)
      output.print([`${file.name} is not what the team knows. Run: lore agents-md export`])
    if (edits.length > 0)
      output.print([
        `${file.name} has ${plural(edits.length, 'edit')} that nobody proposed. Run: ${importOf(merged)}`,
      ])
    output.print(...linesOfEdits(edits))
  }
  if (isJson) output.json({ is_current: isFine, files: answers })
  return isFine ? EXIT.ok : EXIT.failed
}
