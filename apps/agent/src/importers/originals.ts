import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { redactId } from '@teamlore/redaction'
import { createClaudeCodeSource } from '@teamlore/sources/claude-code/claude-code.source'
import type { Surroundings } from '@teamlore/sources/surroundings'
import type { StateStore } from '../capture/state-store.ts'
import type { PeerSession } from './peer.types.ts'

type Deps = { store: Pick<StateStore, 'has'>; surroundings: Surroundings }

/** The session of the coding tool itself that another memory speaks of, where it was captured here or still lies here. */
export type FindOriginal = (
  session: Pick<PeerSession, 'original'>,
) => Promise<{ tool: string; nativeId: string } | undefined>

export const createOriginals = ({ store, surroundings }: Deps): FindOriginal => {
  let claude: Promise<ReadonlySet<string>> | undefined
  return async ({ original }) => {
    if (original === null) return undefined
    const { tools, nativeId, path } = original
    const captured = tools.find((tool) => store.has(tool, redactId(nativeId)))
    if (captured !== undefined) return { tool: captured, nativeId }
    if (tools.includes('claude-code')) {
      claude ??= claudeSessions(surroundings)
      if ((await claude).has(nativeId)) return { tool: 'claude-code', nativeId }
    }
    const [tool] = tools
    return path !== null && tool !== undefined && (await isThere(path))
      ? { tool, nativeId }
      : undefined
  }
}

/** Claude Code names a file after its session. */
const claudeSessions = async ({ home, variables }: Surroundings): Promise<Set<string>> => {
  const source = createClaudeCodeSource({ configDir: variables.CLAUDE_CONFIG_DIR, home })
  const ids = new Set<string>()
  for await (const found of source.find()) ids.add(basename(found.path, '.jsonl'))
  return ids
}

const isThere = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
