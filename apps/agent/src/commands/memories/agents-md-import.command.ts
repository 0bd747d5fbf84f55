import { ApiError, type LoreClient } from '@teamlore/shared'
import type { AgentsMdFile, AgentsMdImported } from '@teamlore/shared/agents-md'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { IMPORT_OF_MANY, importLines, plannedLines } from '../../views/agents-md.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { askToConfirm } from '../shared/confirm.ts'
import { type AgentsMdOptions, prepare } from './agents-md-project.ts'

export type AgentsMdImportOptions = AgentsMdOptions & { allowDeletions?: boolean | undefined }

/** `lore agents-md import`: proposes what was written by hand. */
export const runAgentsMdImport = async (
  context: CommandContext,
  typed: string | undefined,
  options: AgentsMdImportOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const { client, id, files } = await prepare(context, typed, options, {
    adds: options.dryRun !== true,
  })
  const answers = []
  for (const { file, said } of files) {
    const { name } = file
    const body = { text: file.text, said }
    if (options.dryRun === true) {
      const { edits, many_deleted } = await client.agentsMd.check(id, body)
      answers.push({ file: name, edits, many_deleted, proposed: 0, left: 0 })
      if (!isJson) output.print(...plannedLines(name, edits, many_deleted))
      continue
    }
    const isAllowed = options.allowDeletions === true
    const imported = await importOne(context, client, { id, name, body, isAllowed })
    const { edits, proposed, left } = imported
    answers.push({ file: name, edits, proposed, left })
    if (isJson) continue
    output.print(...importLines(name, imported))
    if (proposed > 0) output.note(['They wait for a person: lore drafts'])
  }
  if (isJson) output.json({ files: answers })
  return EXIT.ok
}

type Importing = { id: string; name: string; body: AgentsMdFile; isAllowed: boolean }

/** A section that lost much is more often an accident than meant: a person at a terminal is asked, anybody else says so by an option. */
const importOne = async (
  context: CommandContext,
  client: LoreClient,
  { id, name, body, isAllowed }: Importing,
): Promise<AgentsMdImported> => {
  const send = (isMeant: boolean) =>
    client.agentsMd.import(id, { text: body.text, said: body.said, allow_deletions: isMeant })
  try {
    return await send(isAllowed)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'agents_md.many_deleted') throw error
    if (await isMeant(context, `${name}: ${error.message}`)) return send(true)
    throw new CliError({
      code: error.code,
      message: `${name}: ${error.message}`,
      hint: `If it is meant: ${IMPORT_OF_MANY}`,
      cause: error,
    })
  }
}

const isMeant = async (
  { output, stdin, isJson, onInterrupt }: CommandContext,
  message: string,
): Promise<boolean> => {
  if (isJson || stdin.isTTY !== true) return false
  const interrupted = new AbortController()
  const stopListening = onInterrupt(() => interrupted.abort())
  try {
    const ask = () => {
      output.note([message])
      output.note(['Propose to take these memories out? [y/N]'])
    }
    return await askToConfirm({ stdin, signal: interrupted.signal, ask })
  } finally {
    stopListening()
  }
}
