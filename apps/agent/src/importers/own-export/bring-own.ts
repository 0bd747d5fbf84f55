import type { MemoryEntry } from '@teamlore/shared/memories'
import { openServerStorage } from '../../capture/server-storage.ts'
import type { Privacy } from '../../privacy/privacy.ts'
import { importAsking } from '../../privacy/team-rules.ts'
import type { ResolveProject } from '../../project/resolve-project.ts'
import { partiallyStored } from '../../wire/partially-stored.ts'
import {
  type RetryPolicy,
  sendWithRetries,
  shortRetries,
  type Times,
} from '../../wire/retry-policy.ts'
import { itemsOf } from '../items.ts'
import { createItemSender } from '../send-items.ts'
import type { OwnImportOptions, OwnImportReport } from './import-own.types.ts'
import type { OwnItem, OwnSession, OwnSurvey } from './own-export.types.ts'
import { isBrought, refusalOf, rememberedAs } from './remembered.ts'

export type Deps = Times & { resolveProject: ResolveProject; now: () => Date }

type Around = { deps: Deps; survey: OwnSurvey; report: OwnImportReport }
type Bringing = Around & {
  options: OwnImportOptions
  privacy: Privacy
  sender: ReturnType<typeof createItemSender>
  /** What the server calls sessions, by what their tools call them. */
  ids: ReadonlyMap<string, string>
  retryPolicy: RetryPolicy
}

/** Takes what the file holds, one after the other, and notes in the report what became of it. */
export const openBringing = async (options: OwnImportOptions, around: Around) => {
  const { deps, report } = around
  const { client, signal } = options
  const { privacy } = await openServerStorage({
    ...options,
    isReadOnly: true,
    spoolLimitBytes: 0,
    now: deps.now,
  })
  const retryPolicy = shortRetries(deps, options.onWait)
  const ids = new Map<string, string>()
  const sender = createItemSender({
    client,
    machine: options.machine,
    signal,
    retryPolicy,
    onAnswer: (answer) => {
      ids.set(answer.native_id, answer.session_id)
      for (const what of ['inserted', 'updated', 'unchanged'] as const)
        report.messages[what] += answer.messages[what]
      report.serverRedactions += answer.server_redactions
      report.failed.push(...partiallyStored(answer))
    },
    onRefused: ({ nativeId }, reason) => report.failed.push({ name: nativeId, reason }),
  })
  const bringing = { ...around, options, privacy, sender, ids, retryPolicy }
  const takeSession = createSessionTaker(bringing)
  return {
    open: () => privacy.refresh(client, importAsking(options, retryPolicy)),
    take: (item: OwnItem): Promise<void> =>
      item.type === 'session' ? takeSession(item) : takeMemory(bringing, item.memory),
    flush: sender.flush,
  }
}

const createSessionTaker = (bringing: Bringing) => {
  const { options, survey, report, sender } = bringing
  const progress = { total: survey.sessions.size, done: 0, messages: 0 }
  return async (own: OwnSession): Promise<void> => {
    progress.done++
    const last = own.session.ended_at ?? own.session.started_at
    if (options.since !== undefined && last !== null && last < options.since) {
      report.older++
      return
    }
    const packed = await pack(bringing, own)
    if (packed === 'left out') {
      report.leftOut++
      return
    }
    report.redactions += packed.redactions
    if (!options.dryRun && own.isPrivate && !(await makePrivate(bringing, own))) return
    report.sessions++
    report.edits += own.edits.length
    for (const item of packed.items) {
      progress.messages += item.messages
      if (options.dryRun) report.messages.inserted += item.messages
      else await sender.add(item)
    }
    options.onProgress?.({ ...progress })
  }
}

const pack = async ({ deps, options, privacy }: Bringing, { session, edits }: OwnSession) => {
  const project = await deps.resolveProject(session.cwd, { remote: session.git_remote })
  const allowed = await privacy.allowed(session, project)
  if (allowed === null) return 'left out'
  return itemsOf({
    session: allowed.session,
    project,
    records: { observations: [], summaries: [] },
    redactor: privacy.redactor(),
    path: options.path,
    edits,
  })
}

/** Private there before a word of it is: a session of a team's project is the team's when it comes in. */
const makePrivate = async (bringing: Bringing, { session }: OwnSession): Promise<boolean> => {
  const { options, report, sender, ids } = bringing
  const nameless = { ...session, title: null, messages: [] }
  const packed = await pack(bringing, { session: nameless, edits: [], isPrivate: true })
  if (packed !== 'left out') for (const item of packed.items) await sender.add(item)
  await sender.flush()
  const id = ids.get(session.native_id)
  if (id === undefined) return false
  try {
    await options.client.sessions.unshare(id, { signal: options.signal })
    return true
  } catch (error) {
    const reason = `it is private, and its messages stayed here: ${refusalOf(error)}`
    report.failed.push({ name: session.native_id, reason })
    return false
  }
}

const takeMemory = async (
  { options, survey, report, privacy, sender, retryPolicy }: Bringing,
  memory: MemoryEntry,
): Promise<void> => {
  if (!isBrought(memory)) {
    report.notBrought++
    return
  }
  if (options.dryRun) {
    report.memories++
    return
  }
  const { client, signal } = options
  await sender.flush()
  const asked = rememberedAs(memory, survey, privacy.redactor())
  try {
    await sendWithRetries(() => client.memories.remember(asked, { signal }), {
      retryPolicy,
      signal,
    })
    report.memories++
  } catch (error) {
    report.failed.push({ name: memory.topic || memory.id, reason: refusalOf(error) })
  }
}
