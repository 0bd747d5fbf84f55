import { stat } from 'node:fs/promises'
import { MCP_CLIENTS, type McpClient } from '@teamlore/shared/mcp-clients'
import { CliError, usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import {
  type FileChange,
  install,
  isChange,
  planInstall,
  planUninstall,
  uninstall,
} from '../../hooks/change-files.ts'
import type { FileEdit } from '../../hooks/edits/file-edit.ts'
import { hookPlaces } from '../../hooks/hook-places.ts'
import { type ClientPlan, planForClient } from '../../hooks/mcp-clients.ts'
import { addressOf, entryTaken } from '../../hooks/other-entry.ts'
import { openConnection } from '../../platform/connection.ts'
import { changeLines, outcomeLines } from '../../views/hooks.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { didYouMean } from '../shared/nearest-name.ts'

export type McpAction = 'install' | 'uninstall'
export type McpOptions = {
  /** Through `lore mcp`, which sends the stored key, in the place of a sign-in. */
  key?: boolean | undefined
  dryRun?: boolean | undefined
}

type Deps = { lore: readonly [node: string, script: string] }
type Outcome = {
  tool: McpClient
  project: undefined
  changes: FileChange[]
  notes: readonly string[]
  error?: CliError
}

/** Of whom a file of the ledger is: hooks of the same tool are another owner. */
const ownerOf = (client: McpClient) => ({ tool: `mcp:${client}`, project: undefined })

/** `lore mcp install`: writes this server into the settings of clients, and takes it out again. */
export const makeChangeMcp =
  ({ lore }: Deps) =>
  async (
    context: CommandContext,
    action: McpAction,
    { names, ...options }: McpOptions & { names: readonly string[] },
  ): Promise<ExitCode> => {
    const url = `${(await serverOf(context)).replace(/\/$/, '')}/mcp`
    const planOf = (client: McpClient) =>
      planForClient(client, {
        surroundings: context.surroundings,
        url,
        program: [...lore, 'mcp'],
        withKey: options.key === true,
      })
    const clients = names.length > 0 ? names.map(clientNamed) : await clientsHere(planOf)
    const outcomes: Outcome[] = []
    for (const client of clients)
      outcomes.push(
        await attempt(client, () => changeOne(context, client, planOf, { action, url, options })),
      )
    return show(context, outcomes, { action, isDryRun: options.dryRun === true })
  }

const serverOf = async ({ config, paths }: CommandContext): Promise<string> =>
  (await openConnection({ config, paths, warn: () => undefined })).server

const clientNamed = (name: string): McpClient => {
  const known = MCP_CLIENTS.find((one) => one === name)
  if (known !== undefined) return known
  throw usageError(
    `There is no client "${name}" that lore can set up.`,
    `${didYouMean(name, MCP_CLIENTS)}There are ${MCP_CLIENTS.join(', ')}. For any other, see Settings → Connect an agent in the dashboard.`,
  )
}

type PlanOf = (client: McpClient) => Promise<ClientPlan>

/** Clients whose settings folder is on this machine. */
const clientsHere = async (planOf: PlanOf): Promise<McpClient[]> => {
  const found = await Promise.all(
    MCP_CLIENTS.map(async (client) => {
      const { home } = await planOf(client)
      const isHere = await stat(home).then(
        (known) => known.isDirectory(),
        () => false,
      )
      return isHere ? [client] : []
    }),
  )
  if (found.flat().length > 0) return found.flat()
  throw new CliError({
    code: 'hooks.no_tool',
    message: 'None of the clients that lore can set up was found on this machine.',
    hint: `Name one: lore mcp install ${MCP_CLIENTS[0]}.`,
  })
}

const changeOne = async (
  context: CommandContext,
  client: McpClient,
  planOf: PlanOf,
  { action, url, options }: { action: McpAction; url: string; options: McpOptions },
): Promise<Outcome> => {
  const places = hookPlaces(context.paths, context.surroundings.platform)
  const { edit, note } = await planOf(client)
  const changes = await planned(action, edit, places)
  if (action === 'install')
    refuseTaken(edit, changes, { client, url, isByKey: options.key === true })
  if (options.dryRun !== true)
    await (action === 'install'
      ? install(changes, ownerOf(client), places)
      : uninstall(changes, places))
  // Where nothing changed there is nothing new to start or to sign in to.
  const notes = action === 'install' && changes.some(isChange) ? [note] : []
  return { tool: client, project: undefined, changes, notes }
}

type Asked = { client: McpClient; url: string; isByKey: boolean }

/** @throws CliError where somebody else's entry keeps ours out. One that calls this server by its address does what was asked. */
const refuseTaken = (
  { other, path }: FileEdit,
  changes: readonly FileChange[],
  { client, url, isByKey }: Asked,
): void => {
  const entry = changes.map(({ before }) => other?.(before)).find((found) => found !== undefined)
  if (entry === undefined || (!isByKey && addressOf(entry) === url)) return
  const again = `lore mcp install ${client}${isByKey ? ' --key' : ''}`
  throw entryTaken({ path, entry, url, again })
}

const planned = async (
  action: McpAction,
  edit: FileEdit,
  places: Parameters<typeof planUninstall>[1],
): Promise<FileChange[]> =>
  action === 'install'
    ? planInstall([edit])
    : (await planUninstall([edit], places)).filter(isChange)

/** One client whose settings cannot be read says nothing about the others. */
const attempt = async (tool: McpClient, change: () => Promise<Outcome>): Promise<Outcome> => {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    return { tool, project: undefined, changes: [], notes: [], error }
  }
}

const show = (
  { output, isJson, home, warn, paths, surroundings }: CommandContext,
  outcomes: readonly Outcome[],
  { action, isDryRun }: { action: McpAction; isDryRun: boolean },
): ExitCode => {
  const errors = outcomes.flatMap(({ error }) => (error === undefined ? [] : [error]))
  if (isJson)
    output.json({
      dry_run: isDryRun,
      clients: outcomes.map(({ tool, changes, notes, error }) => ({
        client: tool,
        files: changes.filter(isChange).map(({ path }) => path),
        notes,
        error: error === undefined ? null : { code: error.code, message: error.message },
      })),
    })
  else {
    if (errors.length === 1 && outcomes.length === 1) throw errors[0]
    const { backups } = hookPlaces(paths, surroundings.platform)
    const view = { home, isDryRun, action, backups, what: 'settings' as const }
    output.print(...changeLines(outcomes, view), ...outcomeLines(outcomes, view))
    for (const { message, hint = '' } of errors) warn(`${message} ${hint}`.trim())
  }
  return errors.length > 0 ? EXIT.failed : EXIT.ok
}
