import type { RegisterMachineRequest } from '@teamlore/shared'
import type { SessionDelta } from '@teamlore/sources/delta/session-delta'
import type { Spool } from '../spool/spool.ts'
import type { Forgotten } from '../tombstones/forgotten-names.ts'
import { tombstoneBatch } from '../tombstones/tombstone-batch.ts'
import { packBody, toolsIn } from '../wire/wire.ts'
import { bodyOf, fitsInto, type Part, partsOf } from './batch.ts'
import type { FileEntry } from './file-index.ts'
import type { ReportBuilder } from './import-report.ts'
import { DRY_RUN_BATCH, type StateStore } from './state-store.ts'
import { withoutForgotten } from './without-forgotten.ts'

/** What is new of a session, with what is to be written down once all of it is on disk. */
export type Outgoing = {
  session: string
  delta: SessionDelta
  entries: FileEntry[]
  /** Branches looked up for messages whose tool wrote none down. */
  branches: ReadonlyMap<string, string>
}

type Deps = {
  store: StateStore
  /** Undefined in a dry run: then it is only counted what would be sent. */
  spool: Spool | undefined
  machine: RegisterMachineRequest
  /** What is not to be sent, whatever is captured of it. */
  forgotten: Forgotten
  report: Pick<ReportBuilder, 'requested' | 'sent'>
  /** Called when a batch is on disk. */
  onSpooled: () => Promise<void>
  /** As in `GroupDeps`: requests are large, and many in a row. */
  onRelease?: (() => void) | undefined
}

export type Sender = ReturnType<typeof createSender>

/** Collects pieces of sessions into requests and puts them into the spool. From there they are sent, however long it takes. */
export const createSender = (deps: Deps) => {
  const { store, spool, machine, forgotten, report, onSpooled, onRelease } = deps
  const outgoing = new Map<SessionDelta, Outgoing & { batches: string[] }>()
  let batch: Part[] = []

  const spoolParts = async (body: Buffer, parts: readonly Part[], into: Spool): Promise<void> => {
    const held = parts.map(({ delta, messages }) => ({
      tool: delta.header.tool,
      messages: messages.length,
    }))
    await note(parts, await into.put(body, { kind: 'sessions', tools: toolsIn(held) }))
    await onSpooled()
  }

  const note = async (parts: readonly Part[], batch: string): Promise<void> => {
    for (const part of parts) {
      const one = outgoing.get(part.delta)
      await store.captured(part, { batch, branches: one?.branches ?? new Map() })
      one?.batches.push(batch)
      if (!part.isLast || one === undefined) continue
      outgoing.delete(part.delta)
      store.rememberFiles(
        one.entries.map((entry) => ({ ...entry, batches: [...entry.batches, ...one.batches] })),
      )
    }
  }

  /** What is noted stays in memory, so that nothing counts twice. */
  const pretend = async (body: Buffer, parts: readonly Part[]): Promise<void> => {
    report.requested(body.length)
    for (const { delta, messages } of parts)
      report.sent(outgoing.get(delta)?.session ?? '', messages.length)
    await note(parts, DRY_RUN_BATCH)
  }

  const flush = async (): Promise<void> => {
    const { kept: parts, left } = withoutForgotten(batch, forgotten)
    batch = []
    for (const { part, hash } of left) await note([part], tombstoneBatch(hash))
    if (parts.length === 0) return
    const body = await packBody(bodyOf(machine, parts))
    onRelease?.()
    if (spool === undefined) return pretend(body, parts)
    await spoolParts(body, parts, spool)
  }

  return {
    /** Takes what is new of a session; nothing is captured before a request is full or `flush` is called. */
    add: async (one: Outgoing): Promise<void> => {
      outgoing.set(one.delta, { ...one, batches: [] })
      for (const part of partsOf(one.delta)) {
        const hasSame = batch.some(({ delta }) => delta === one.delta)
        if (batch.length > 0 && (hasSame || !fitsInto(batch, part))) await flush()
        batch.push(part)
      }
    },
    /** Captures what is held of a session, so that whoever reads more of it knows what is new. */
    settle: async (session: string): Promise<void> => {
      for (const one of outgoing.values()) if (one.session === session) return flush()
    },
    flush,
  }
}
