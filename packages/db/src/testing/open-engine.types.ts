import type { Engine } from '../engine/engine.types.ts'

/** Opens a new, bare database for a battery. */
export type OpenEngine = (options?: {
  idleTransactionMs?: number
}) => Promise<{ engine: Engine; dispose(): Promise<void> }>
