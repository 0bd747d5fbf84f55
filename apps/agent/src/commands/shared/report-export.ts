import type { LoreClient } from '@teamlore/shared'
import { MOST_REPORTED_SESSIONS, type ReportExport } from '@teamlore/shared/report-export'
import { isUnknownRoute } from '../../errors/is-unknown-route.ts'

type Run = {
  client: Pick<LoreClient, 'reportExport'>
  format: 'markdown' | 'json' | 'html'
}

/** Reported before a file is written, and what the server does not take is not exported. One that is older has no place for it. */
export const reportExport = async (
  client: Run['client'],
  exported: ReportExport,
): Promise<void> => {
  try {
    await client.reportExport(exported)
  } catch (error) {
    if (!isUnknownRoute(error)) throw error
  }
}

export const reportSessions = async (
  { client, format }: Run,
  ids: readonly string[],
): Promise<void> => {
  for (let at = 0; at < ids.length; at += MOST_REPORTED_SESSIONS) {
    const sessions = ids.slice(at, at + MOST_REPORTED_SESSIONS)
    await reportExport(client, { what: 'sessions', sessions, formats: [format] })
  }
}

type Listed = { id: string; project: string | null }

/** What goes by the name of a project may lie in several. */
export const reportProjects = async (run: Run, listed: readonly Listed[]): Promise<void> => {
  const alone = listed.filter(({ project }) => project === null)
  await reportSessions(
    run,
    alone.map(({ id }) => id),
  )
  for (const project of new Set(listed.flatMap(({ project: of }) => of ?? []))) {
    const sessions = listed.filter((one) => one.project === project).length
    await reportExport(run.client, {
      what: 'project',
      project,
      counts: { sessions },
      formats: [run.format],
    })
  }
}
