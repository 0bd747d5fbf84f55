import { randomBytes } from 'node:crypto'
import type { IngestProject, LoreClient, RegisterMachineRequest } from '@teamlore/shared'
import type { CodeGraphFile, CodeGraphReceipt, CodeGraphRequest } from '@teamlore/shared/code'
import { type RetryPolicy, sendWithRetries } from '../wire/retry-policy.ts'
import { packBody } from '../wire/wire.ts'
import type { BuiltGraph } from './build-graph.ts'
import type { GraphCache } from './graph-cache.ts'
import { digestOf, partsOf, payloadOf } from './payload.ts'

export type GraphClient = { codeGraph: Pick<LoreClient['codeGraph'], 'send'> }

export type Checkout = Pick<CodeGraphRequest, 'commit' | 'branch' | 'is_default_branch'>

type Deps = {
  client: GraphClient
  machine: RegisterMachineRequest
  project: IngestProject
  checkout: Checkout
  now: () => Date
  retryPolicy: RetryPolicy
  signal?: AbortSignal | undefined
}

export type SentGraph = {
  state: CodeGraphReceipt['state'] | 'unchanged'
  project_id: string | null
  sent: number
  gone: number
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

/**
 * Sends what of a graph the server does not have, in parts. What fails is sent again by the next build: the files themselves
 * are what waits.
 */
export const sendGraph = async (
  graph: BuiltGraph,
  cache: GraphCache,
  deps: Deps,
  { full = false }: { full?: boolean | undefined } = {},
): Promise<{ sent: SentGraph; cache: Pick<GraphCache, 'sent' | 'sent_whole_at'> }> => {
  const now = deps.now()
  const plan = planOf(graph, cache, { full, now })
  if (plan.mode === 'changes' && plan.files.length === 0 && plan.gone.length === 0)
    return { sent: { state: 'unchanged', project_id: null, sent: 0, gone: 0 }, cache }
  const receipt = await sendParts(plan, deps, now)
  if (receipt.wants_whole && plan.mode === 'changes')
    return sendGraph(graph, { ...cache, sent: {} }, deps, { full: true })
  return {
    sent: {
      state: receipt.state,
      project_id: receipt.project_id,
      sent: plan.files.length,
      gone: plan.gone.length,
    },
    cache: {
      sent: plan.digests,
      sent_whole_at: plan.mode === 'whole' ? now.getTime() : cache.sent_whole_at,
    },
  }
}

const sendParts = async (plan: Plan, deps: Deps, now: Date): Promise<CodeGraphReceipt> => {
  const { client, machine, project, checkout, retryPolicy, signal } = deps
  const build = randomBytes(8).toString('hex')
  const send = async (files: CodeGraphFile[], isLast: boolean): Promise<CodeGraphReceipt> => {
    const request: CodeGraphRequest = {
      ...{ machine, project, ...checkout, build, built_at: now.toISOString(), mode: plan.mode },
      files,
      gone: isLast ? plan.gone : [],
      has_more: !isLast,
    }
    const bytes = await packBody(JSON.stringify(request))
    return sendWithRetries(() => client.codeGraph.send(bytes, 'br', { signal }), {
      retryPolicy,
      signal,
    })
  }
  const parts = partsOf(plan.files)
  for (const part of parts.slice(0, -1)) await send(part, false)
  return send(parts.at(-1) ?? [], true)
}
