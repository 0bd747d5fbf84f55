import { randomBytes } from 'node:crypto'
import type { IngestProject, RegisterMachineRequest } from '@teamlore/shared'
import type { CodeGraphReceipt, CodeGraphRequest } from '@teamlore/shared/code'
import type { Spool } from '../spool/spool.ts'
import { packBody } from '../wire/wire.ts'
import type { BuiltGraph } from './build-graph.ts'
import type { GraphCache } from './graph-cache.ts'
import { digestOf, partsOf, payloadOf } from './payload.ts'

export type Checkout = Pick<CodeGraphRequest, 'commit' | 'branch' | 'is_default_branch'>

type Deps = {
  spool: Pick<Spool, 'put'>
  /** For as long as something is put into the spool. */
  hold: <T>(work: () => Promise<T>) => Promise<T>
  machine: RegisterMachineRequest
  project: IngestProject
  checkout: Checkout
  now: () => Date
}

/** What became of a graph: of what waits, the server has said nothing yet. */
export type SentGraph = {
  state: CodeGraphReceipt['state'] | 'unchanged' | 'waits'
  sent: number
  gone: number
  /** Why it waits. */
  trouble?: string
}

/** All of it is said again after so long, so that what another clone changed meanwhile comes right. */
const WHOLE_AFTER_MS = 24 * 60 * 60_000

type Plan = Pick<CodeGraphRequest, 'mode' | 'files' | 'gone'> & { digests: GraphCache['sent'] }

const planOf = (
  { files }: BuiltGraph,
  cache: GraphCache,
  { full, now }: { full: boolean; now: Date },
): Plan => {
  const payloads = files.map(payloadOf)
  const digests = Object.fromEntries(payloads.map((file) => [file.path, digestOf(file)]))
  const isWhole =
    full ||
    Object.keys(cache.sent).length === 0 ||
    now.getTime() - cache.sent_whole_at > WHOLE_AFTER_MS
  if (isWhole) return { mode: 'whole', files: payloads, gone: [], digests }
  return {
    mode: 'changes',
    files: payloads.filter(({ path }) => cache.sent[path] !== digests[path]),
    gone: Object.keys(cache.sent).filter((path) => digests[path] === undefined),
    digests,
  }
}

export type SpooledGraph = {
  spooled: { mode: Plan['mode']; files: number; gone: number; batches: string[] } | null
  cache: Pick<GraphCache, 'sent' | 'sent_whole_at' | 'batches'>
}

/** Puts what of a graph the server does not have into the spool, in parts. Null where there is nothing. */
export const spoolGraph = async (
  graph: BuiltGraph,
  cache: GraphCache,
  deps: Deps,
  { full = false }: { full?: boolean | undefined } = {},
): Promise<SpooledGraph> => {
  const now = deps.now()
  const plan = planOf(graph, cache, { full, now })
  if (plan.mode === 'changes' && plan.files.length === 0 && plan.gone.length === 0)
    return { spooled: null, cache }
  const batches = await deps.hold(() => putParts(plan, deps, now))
  return {
    spooled: { mode: plan.mode, files: plan.files.length, gone: plan.gone.length, batches },
    cache: {
      sent: plan.digests,
      batches,
      sent_whole_at: plan.mode === 'whole' ? now.getTime() : cache.sent_whole_at,
    },
  }
}

const putParts = async (plan: Plan, deps: Deps, now: Date): Promise<string[]> => {
  const { spool, machine, project, checkout } = deps
  const build = randomBytes(8).toString('hex')
  const parts = partsOf(plan.files)
  const batches: string[] = []
  for (const [at, files] of parts.entries()) {
    const isLast = at === parts.length - 1
    const request: CodeGraphRequest = {
      machine,
      project,
      ...checkout,
      build,
      built_at: now.toISOString(),
      mode: plan.mode,
      files,
      gone: isLast ? plan.gone : [],
      has_more: !isLast,
    }
    batches.push(await spool.put(await packBody(JSON.stringify(request)), { kind: 'code-graph' }))
  }
  return batches
}
