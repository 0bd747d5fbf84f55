import type { StoredSession, TeamRepositories } from '@teamlore/db'

type Changed = Pick<StoredSession, 'id' | 'privateTo'> & { isContentChanged: boolean }

/** Notifies the worker that there is something to do, and open dashboards that there is something to see. */
export const announce = async (
  { outbox }: Pick<TeamRepositories, 'outbox'>,
  sessions: readonly Changed[],
): Promise<void> => {
  const changed = sessions.filter(({ isContentChanged }) => isContentChanged)
  await outbox.add(
    ...changed.map(({ id }) => ({
      type: 'session.ingested' as const,
      payload: { session_id: id },
    })),
  )
  await outbox.notifyLive(
    ...sessions.map(({ id, privateTo }) => ({
      type: 'session.updated' as const,
      sessionId: id,
      privateTo,
    })),
  )
}
