import {
  API_ROUTES,
  captureOverviewSchema,
  captureQuerySchema,
  captureReceiptSchema,
  captureReportSchema,
} from '@teamlore/shared'
import { type Route, teamRoute } from '../../routing/route.ts'
import type { UseCases } from '../../use-cases.ts'

/** A report names each tool once, with a few figures and at most two sentences. */
const MAX_REPORT_BYTES = 256 * 1024

export const captureRoutes = (
  useCases: Pick<UseCases, 'getCapture' | 'reportCapture'>,
): Route[] => [
  teamRoute({
    method: 'GET',
    path: API_ROUTES.capture,
    id: 'getCapture',
    needs: 'viewer',
    tag: 'Team',
    summary: 'How capture is doing',
    description:
      'What each machine has seen of each tool beside what the server holds and finds of it, with an alarm for each difference. Members see their own machines, admins all.',
    query: captureQuerySchema,
    answer: captureOverviewSchema,
    run: (scope, { query }) => useCases.getCapture(scope, query),
  }),
  teamRoute({
    method: 'PUT',
    path: API_ROUTES.capture,
    id: 'reportCapture',
    needs: 'member',
    tag: 'Team',
    summary: 'Report how capture is doing on a machine',
    description:
      'Takes the place of what the machine said before. Agents send it after an import and every minute while they watch.',
    body: captureReportSchema,
    answer: captureReceiptSchema,
    bodyLimit: MAX_REPORT_BYTES,
    limit: 'report',
    failures: [403],
    run: (scope, { body }) => useCases.reportCapture(scope, body),
  }),
]
