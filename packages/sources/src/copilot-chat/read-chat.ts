import { basename, dirname } from 'node:path'
import { buildSession } from '../shared/build-session.ts'
import { createUnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, textOrNull, timeOrNull } from '../shared/values.ts'
import type { Place, ReadOutcome } from '../source.ts'
import { readChatLog } from './chat-log.ts'
import { listOf, type RawChat, type RawRequest } from './raw-chat.ts'
import { turnsOfRequest } from './read-request.ts'
import { workspaceOf } from './workspace.ts'

export const TOOL = 'copilot-chat'

export const readChat = async (place: Place, signal?: AbortSignal): Promise<ReadOutcome> => {
  const log = await readChatLog(place, signal)
  if ('problem' in log) return { status: 'skipped', reason: log.problem }
  const chat = fieldsOf<RawChat>(log.chat)
  const requests = listOf(chat.requests).map((one) => fieldsOf<RawRequest>(one))
  const unknown = createUnknownRecords()
  const turns = requests.flatMap((request) => turnsOfRequest(request, unknown))
  if (turns.length === 0) return { status: 'skipped', reason: 'holds no message yet' }
  const session = buildSession(
    {
      tool: TOOL,
      nativeId: textOrNull(chat.sessionId, 300) ?? stemOf(place.path),
      cwd: await workspaceOf(dirname(dirname(place.path)), signal),
      toolVersion: versionOf(requests),
      title: textOrNull(chat.customTitle),
      startedAt: timeOrNull(chat.creationDate),
      figures: {
        ...log.figures,
        unknownRecords: { ...log.figures.unknownRecords, ...unknown.counts() },
      },
    },
    turns,
  )
  return { status: 'session', session }
}

const stemOf = (path: string): string =>
  basename(path)
    .replace(/\.jsonl?$/i, '')
    .slice(0, 300)

const versionOf = (requests: readonly RawRequest[]): string | null =>
  requests
    .map(({ agent }) =>
      textOrNull(fieldsOf<{ extensionVersion?: unknown }>(agent).extensionVersion),
    )
    .findLast((version) => version !== null) ?? null
