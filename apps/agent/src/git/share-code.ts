import { type ProjectIgnore, type Redactor, redactProject } from '@teamlore/redaction'
import {
  ApiError,
  type IngestProject,
  type LoreClient,
  type RegisterMachineRequest,
} from '@teamlore/shared'
import {
  type SendSharedCode,
  SHARED_CODE_LIMITS,
  type SharedCodeReceipt,
  type SharedCommit,
} from '@teamlore/shared/shared-code'
import { formatStorable } from '@teamlore/shared/storable-json'
import { packBody } from '../wire/wire.ts'
import { readCode } from './read-code.ts'
import { listCommits } from './read-commits.ts'
import { stripFiles, stripText } from './within-bytes.ts'

export type CodeClient = { sharedCode: Pick<LoreClient['sharedCode'], 'send'> }

export type ShareCodeDeps = {
  client: CodeClient
  machine: RegisterMachineRequest
  project: IngestProject
  redactor: Redactor
  ignore: Pick<ProjectIgnore, 'isWhole' | 'matches'>
  signal?: AbortSignal | undefined
}

/**
 * `lacking`: commits whose code the server still lacks, though this clone was asked for all that it has. `withoutText`: commits that were too
 * large for the server, or refused by it, and went without their text.
 */
export type SharedCode = { isShared: boolean; sent: number; lacking: number; withoutText: number }

/** About what was sent, not about who sent it or how the server is doing. */
const REFUSALS = new Set([400, 413, 422])

/**
 * Sends the code of the commits of a repository that the server lacks it of, where its project shares it: the server says so, each time
 * again. Nothing of it lies on this machine meanwhile, and whatever is cut off is wanted again.
 *
 * @param knownLacking what it lacked when this clone had sent all: then only the question is asked.
 */
export const shareCode = async (deps: ShareCodeDeps, knownLacking = 0): Promise<SharedCode> => {
  const { project, ignore, signal } = deps
  if (ignore.isWhole) return { isShared: false, sent: 0, lacking: 0, withoutText: 0 }
  const first = await send(deps, {})
  if (!first.shares_code || first.lacking === 0 || first.lacking === knownLacking)
    return { isShared: first.shares_code, sent: 0, lacking: first.lacking, withoutText: 0 }
  const done: SharedCode = { isShared: true, sent: 0, lacking: first.lacking, withoutText: 0 }
  const all = (await listCommits(project.root_path, { signal })).toReversed()
  for (let at = 0; at < all.length && done.lacking > 0; at += SHARED_CODE_LIMITS.maxAsked) {
    const { wanted } = await send(deps, { asked: all.slice(at, at + SHARED_CODE_LIMITS.maxAsked) })
    for await (const receipt of sendWanted(deps, wanted)) {
      done.sent += receipt.commits.stored
      done.withoutText += receipt.withoutText
      done.lacking = receipt.lacking
      // Somebody ended it meanwhile.
      if (!receipt.shares_code) return { ...done, isShared: false, lacking: 0 }
    }
  }
  return done
}

type Receipt = SharedCodeReceipt & { withoutText: number }

async function* sendWanted(
  deps: ShareCodeDeps,
  wanted: readonly string[],
): AsyncGenerator<Receipt> {
  if (wanted.length === 0) return
  for await (const commits of readCode(deps.project.root_path, wanted, deps)) {
    deps.signal?.throwIfAborted()
    yield* sendAll(deps, commits)
  }
}

/** One that the server refuses goes without its text, so that those after it are not kept from it for ever. */
async function* sendAll(
  deps: ShareCodeDeps,
  commits: readonly SharedCommit[],
): AsyncGenerator<Receipt> {
  const receipt = await unlessRefused(send(deps, { commits: [...commits] }))
  if (receipt !== undefined) return yield { ...receipt, withoutText: 0 }
  const [only] = commits
  if (only === undefined) return
  if (commits.length > 1) {
    for (const commit of commits) yield* sendAll(deps, [commit])
    return
  }
  const less = await unlessRefused(send(deps, { commits: [stripText(only)] }))
  yield { ...(less ?? (await send(deps, { commits: [stripFiles(only)] }))), withoutText: 1 }
}

const unlessRefused = (sending: Promise<SharedCodeReceipt>) =>
  sending.catch((error: unknown) => {
    if (error instanceof ApiError && REFUSALS.has(error.status)) return undefined
    throw error
  })

const send = async (
  { client, machine, project, redactor, signal }: ShareCodeDeps,
  more: Partial<Pick<SendSharedCode, 'asked' | 'commits'>>,
): Promise<SharedCodeReceipt> => {
  const request: SendSharedCode = {
    machine,
    project: redactProject(project, redactor),
    asked: [],
    commits: [],
    ...more,
  }
  return client.sharedCode.send(await packBody(formatStorable(request)), 'br', { signal })
}
