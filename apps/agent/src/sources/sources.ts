import { createClaudeCodeSource } from './claude-code/claude-code.source.ts'
import type { Source } from './source.ts'

type Homes = Readonly<Record<string, string | undefined>>

/** Every coding tool this version reads. `homes` says, by tool, where one keeps its files if not in its usual place. */
export const createSources = (homes: Homes = {}): Source[] => [
  createClaudeCodeSource({ configDir: homes['claude-code'] }),
]
