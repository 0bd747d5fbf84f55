import { accessComponents, accessRoutes, keyRoutes } from './access.routes.ts'
import { bookRoutes } from './book.routes.ts'
import { ingestComponents, ingestRoutes } from './ingest.routes.ts'
import { memoryFileRoutes } from './memory-file.routes.ts'
import { knowledgeComponents, observationRoutes, summaryRoutes } from './observation.routes.ts'
import { jobRoutes, liveRoutes, operationComponents } from './operation.routes.ts'
import type { RouteTable } from './route.ts'
import { searchComponents, searchRoutes } from './search.routes.ts'
import { messageRoutes, promptRoutes, sessionComponents, sessionRoutes } from './session.routes.ts'
import {
  captureRoutes,
  machineRoutes,
  projectRoutes,
  redactionRuleRoutes,
  teamComponents,
  teamRoutes,
} from './team.routes.ts'

/**
 * Every route of the REST API, in the order of the documents: `ROUTES.<noun>.<method>`, or `ROUTES.<method>` where there is
 * no noun. The client, the handlers, OpenAPI, the access tests and the list in docs/api.md follow from it; what is missing
 * elsewhere does not compile.
 */
export const ROUTES = {
  ...ingestRoutes,
  sessions: sessionRoutes,
  messages: messageRoutes,
  prompts: promptRoutes,
  observations: observationRoutes,
  summaries: summaryRoutes,
  memoryFiles: memoryFileRoutes,
  books: bookRoutes,
  ...searchRoutes,
  ...teamRoutes,
  projects: projectRoutes,
  machines: machineRoutes,
  redactionRules: redactionRuleRoutes,
  capture: captureRoutes,
  ...accessRoutes,
  keys: keyRoutes,
  jobs: jobRoutes,
  ...liveRoutes,
} as const satisfies RouteTable

export type Routes = typeof ROUTES

/** Schemas that have a name in the OpenAPI document. */
export const ROUTE_COMPONENTS = {
  ...accessComponents,
  ...ingestComponents,
  ...knowledgeComponents,
  ...operationComponents,
  ...searchComponents,
  ...sessionComponents,
  ...teamComponents,
} as const
