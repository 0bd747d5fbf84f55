import { type ProjectIgnore, type Redactor, redactProject } from '@teamlore/redaction'
import type { IngestProject, LoreClient, RegisterMachineRequest } from '@teamlore/shared'
import {
  type SendSharedCode,
  SHARED_CODE_LIMITS,
  type SharedCodeReceipt,
} from '@teamlore/shared/shared-code'
import { formatStorable } from '../wire/storable-json.ts'
import { packBody } from '../wire/wire.ts'
import { readCode } from './read-code.ts'
import { listCommits } from './read-commits.ts'

export type CodeClient = { sharedCode: Pick<LoreClient['sharedCode'], 'send'> }

export type ShareCodeDeps = {
  client: CodeClient
  machine: RegisterMachineRequest
  project: IngestProject
  redactor: Redactor
  ignore: Pick<ProjectIgnore, 'isWhole' | 'matches'>
  signal?: AbortSignal | undefined
}

/** `lacking`: commits whose code the server still lacks, though this clone was asked for all that it has. */
export type SharedCode = { isShared: boolean; sent: number; lacking: number }

/**
 * Sends the code of the commits of a repository that the server lacks it of, where its project shares it: the server says so, each time
 * anew. Nothing of it lies on this machine meanwhile, and whatever is cut off is wanted again.
 *
 * @param knownLacking what it lacked when this clone had told all: then only the question is asked.
 */
export const shareCode = async (deps: ShareCodeDeps, knownLacking = 0): Promise<SharedCode> => {
  const { project, ignore, signal } = deps
  if (ignore.isWhole) return { isShared: false, sent: 0, lacking: 0 }
  const first = await send(deps, {})
  if (!first.shares_code || first.lacking === 0 || first.lacking === knownLacking)
    return { isShared: first.shares_code, sent: 0, lacking: first.lacking }
  let sent = 0
  let { lacking } = first
  const all = (await listCommits(project.root_path, { signal })).toReversed()
  for (let at = 0; at < all.length && lacking > 0; at += SHARED_CODE_LIMITS.maxAsked) {
    const asked = all.slice(at, at + SHARED_CODE_LIMITS.maxAsked)
    const { wanted } = await send(deps, { asked })
    if (wanted.length === 0) continue
    for await (const commits of readCode(project.root_path, wanted, deps)) {
      signal?.throwIfAborted()
      const told = await send(deps, { commits })
      // Somebody ended it meanwhile.
      if (!told.shares_code) return { isShared: false, sent, lacking: 0 }
      sent += told.commits.stored
      lacking = told.lacking
    }
  }
  return { isShared: true, sent, lacking }
}

const send = async (
  { client, machine, project, redactor, signal }: ShareCodeDeps,
  more: Partial<Pick<SendSharedCode, 'asked' | 'commits'>>,
): Promise<SharedCodeReceipt> => {
  const request: SendSharedCode = {
    ...{ machine, project: redactProject(project, redactor), asked: [], commits: [] },
    ...more,
  }
  return client.sharedCode.send(await packBody(formatStorable(request)), 'br', { signal })
}
