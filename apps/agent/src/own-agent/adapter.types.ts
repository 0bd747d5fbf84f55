import type { DistilTool } from '@teamlore/shared/distil-leases'
import type { OwnAgentUsage } from './own-agent-error.ts'
import type { OwnFolder } from './own-folder.ts'
import type { Ran, Stop } from './run-tool.ts'

export type Schema = Record<string, unknown>

/** What a tool is asked; the prompt is guarded already. */
export type Asked = { system: string; prompt: string; schema: Schema; model: string | undefined }

export type Places = {
  folder: OwnFolder
  /** The person's home folder. */
  home: string
  variables: Readonly<Record<string, string>>
}

export type CommandLine = {
  args: string[]
  stdin: string
  /** Beside the variables that all tools are given. */
  variables: Record<string, string>
  /** What a call leaves behind, to be taken away after it. */
  leaves?: string[]
}

export type Answer = {
  text: string
  /** Where the tool parsed it itself. */
  json?: unknown
  usage: OwnAgentUsage
  /** As the tool names it. */
  model?: string | undefined
}

/** How one coding agent is asked one question, without tools, without hooks, without what it remembers. */
export type Adapter = {
  name: DistilTool
  label: string
  /** To whom what it is asked is sent. */
  provider: string
  /** Older versions lack an option that keeps something out. */
  minVersion: readonly [number, number, number]
  /** Taken where nobody names another; null: the tool's own choice. */
  model: string | null
  /** US dollars for a million tokens of `model`, by the provider's list; null where it is not known. */
  price: { input: number; output: number } | null
  /** Never chosen by itself. */
  isOptIn: boolean
  /** Says without a request whether somebody is signed in; null where it does not. */
  signIn: { args: readonly string[]; read: (ran: Ran) => boolean | null } | null
  command: (asked: Asked, places: Places) => Promise<CommandLine>
  onEvent?: (event: Record<string, unknown>) => Stop | undefined
  onStderr?: (line: string) => Stop | undefined
  /** @throws OwnAgentError where it brought none. */
  parse: (ran: Ran, places: Places) => Promise<Answer>
}
