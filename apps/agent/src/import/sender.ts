import { fitsInto, type Part, partsOf } from './batch.ts'
import type { FileEntry } from './file-index.ts'
import type { ReportBuilder } from './import-report.ts'
import type { SessionDelta, SessionHeader } from './session-delta.ts'
import type { SessionFacts, SessionState } from './session-state.ts'
import type { StateStore } from './state-store.ts'
import { packRequest, type UploadDeps, upload } from './upload.ts'

/** A session on its way, with what is to be written down once the server has all of it. */
export type Outgoing = {
  session: string
  delta: SessionDelta
  state: SessionState
  entries: FileEntry[]
}

type Deps = {
  store: StateStore
  report: ReportBuilder
  dryRun: boolean
  upload: Omit<UploadDeps, 'onAcknowledged' | 'onRefused' | 'onSent'>
}

export type Sender = ReturnType<typeof createSender>

/** Collects pieces of sessions into requests, and writes down what the server acknowledged. */
export const createSender = ({ store, report, dryRun, upload: deps }: Deps) => {
  const outgoing = new Map<SessionDelta, Outgoing>()
  /** Sessions the server will not have, and those it has not all of: the latter are read again next time. */
  const refused = new WeakSet<SessionDelta>()
  const incomplete = new WeakSet<SessionDelta>()
  let batch: Part[] = []

  const acknowledge: UploadDeps['onAcknowledged'] = async (part, result) => {
    const sent = outgoing.get(part.delta)
    if (sent === undefined) return
    const { state, session, entries } = sent
    for (const { key, ordinal, hash, redactions } of part.messages)
      state.messages.set(key, { ordinal, hash, redactions })
    for (const { key, hash } of part.edits) state.edits.set(key, hash)
    state.header = part.delta.headerHash
    state.facts = factsOf(part.delta.header)
    await store.saveSession(state)
    report.acknowledged(result)
    report.sent(session, part.messages.length)
    if (!part.isLast) return
    outgoing.delete(part.delta)
    if (!incomplete.has(part.delta)) store.rememberFiles(entries)
    await store.flush()
  }

  const refuse: UploadDeps['onRefused'] = (part, error) => {
    if (!incomplete.has(part.delta)) report.failed(part.delta.header.native_id, error.message)
    incomplete.add(part.delta)
    // A message that is too large says nothing about the others.
    if (error.status !== 413) refused.add(part.delta)
  }

  const pretend = async (parts: readonly Part[]): Promise<void> => {
    if (parts.length === 0) return
    report.requested((await packRequest(deps.machine, parts)).bytes.length)
    for (const { delta, messages, isLast } of parts) {
      report.sent(outgoing.get(delta)?.session ?? '', messages.length)
      if (isLast) outgoing.delete(delta)
    }
  }

  const flush = async (): Promise<void> => {
    const parts = batch.filter(({ delta }) => !refused.has(delta))
    batch = []
    if (dryRun) return pretend(parts)
    await upload(parts, {
      ...deps,
      onAcknowledged: acknowledge,
      onRefused: refuse,
      onSent: report.requested,
    })
  }

  return {
    /** Takes what is new of a session; nothing leaves before a request is full or `flush` is called. */
    add: async (one: Outgoing): Promise<void> => {
      outgoing.set(one.delta, one)
      for (const part of partsOf(one.delta)) {
        const hasSame = batch.some(({ delta }) => delta === one.delta)
        if (batch.length > 0 && (hasSame || !fitsInto(batch, part))) await flush()
        batch.push(part)
      }
    },
    flush,
  }
}

const factsOf = (header: SessionHeader): SessionFacts => ({
  kind: header.kind,
  parent_native_id: header.parent_native_id,
  project: header.project,
  cwd: header.cwd,
  title: header.title,
  models: header.models,
  pull_requests: header.pull_requests,
  started_at: header.started_at,
  ended_at: header.ended_at,
})
