import type { StoredSession, TeamRepositories } from '@teamlore/db'

/** Tells the worker that there is something to do, and open dashboards that there is something to see. */
export const announce = async (
  { outbox }: Pick<TeamRepositories, 'outbox'>,
  { id, privateTo }: Pick<StoredSession, 'id' | 'privateTo'>,
  { isContentChanged }: { isContentChanged: boolean },
): Promise<void> => {
  if (isContentChanged) await outbox.add({ type: 'session.ingested', payload: { session_id: id } })
  await outbox.notifyLive({ type: 'session.updated', sessionId: id, privateTo })
}
