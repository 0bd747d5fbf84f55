import type { DistilTool } from '@teamlore/shared/distil-leases'
import type { Adapter } from '../adapter.types.ts'
import { claude } from './claude.adapter.ts'
import { codex } from './codex.adapter.ts'
import { copilot } from './copilot.adapter.ts'
import { gemini } from './gemini.adapter.ts'
import { opencode } from './opencode.adapter.ts'

/** In the order in which they are tried where nobody names one. */
export const ADAPTERS: Readonly<Record<DistilTool, Adapter>> = {
  claude,
  codex,
  gemini,
  opencode,
  copilot,
}
