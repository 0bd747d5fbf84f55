import {
  listObservationsQuerySchema,
  listSummariesQuerySchema,
  observationPageSchema,
  observationSchema,
  summaryPageSchema,
  summarySchema,
} from '../contracts/observation.contract.ts'
import {
  createObservationRequestSchema,
  createSummaryRequestSchema,
  singleRecordSchema,
} from '../contracts/single-record.contract.ts'
import { idParams, route } from './route.ts'

export const observationRoutes = {
  create: route({
    method: 'POST',
    path: '/v1/observations',
    id: 'createObservation',
    needs: 'member',
    tag: 'Ingest',
    docs: 'send a single finding: `text`; also `project`, `title`, `type`, `facts`, `concepts`, `files`, `key`, `occurred_at`',
    summary: 'Send a single finding',
    description:
      'Stores one finding in a session of its own, with the visibility that is usual in the project. Only `text` is needed. Secrets are taken out. Sending the same again changes nothing.',
    body: createObservationRequestSchema,
    answer: singleRecordSchema,
    failures: [404, 409, 422, 503],
  }),
  list: route({
    method: 'GET',
    path: '/v1/observations',
    id: 'listObservations',
    needs: 'viewer',
    tag: 'Knowledge',
    about: 'observation',
    docs: 'findings; filters `session`, `project`, `type`, `purpose`, `file`, `concept`',
    summary: 'List observations',
    description:
      'What was distilled from sessions, the newest first: findings, and the record of work (bug fixes, features, refactorings, changes). What was superseded is left out.',
    query: listObservationsQuerySchema,
    answer: observationPageSchema,
    failures: [404, 422],
  }),
  get: route({
    method: 'GET',
    path: '/v1/observations/:id',
    id: 'getObservation',
    needs: 'viewer',
    tag: 'Knowledge',
    about: 'observation',
    docs: 'one',
    summary: 'Get an observation',
    description:
      'One finding, with the session and the message it rests on. One that was superseded says when, and what took its place.',
    params: idParams('observation'),
    answer: observationSchema,
    failures: [422],
  }),
} as const

export const summaryRoutes = {
  create: route({
    method: 'POST',
    path: '/v1/summaries',
    id: 'createSummary',
    needs: 'member',
    tag: 'Ingest',
    docs: 'send a single summary: `text`; also `project`, `title`, `key`, `occurred_at`',
    summary: 'Send a single summary',
    description:
      'Stores one summary in a session of its own, with the visibility that is usual in the project. Only `text` is needed. Secrets are taken out. Sending the same again changes nothing.',
    body: createSummaryRequestSchema,
    answer: singleRecordSchema,
    failures: [404, 409, 422, 503],
  }),
  list: route({
    method: 'GET',
    path: '/v1/summaries',
    id: 'listSummaries',
    needs: 'viewer',
    tag: 'Knowledge',
    about: 'summary',
    docs: 'what was asked, learned, done, prompt by prompt',
    summary: 'List summaries',
    description:
      'Summaries of sessions, one for each prompt and what followed it, the newest first.',
    query: listSummariesQuerySchema,
    answer: summaryPageSchema,
    failures: [404, 422],
  }),
  get: route({
    method: 'GET',
    path: '/v1/summaries/:id',
    id: 'getSummary',
    needs: 'viewer',
    tag: 'Knowledge',
    about: 'summary',
    docs: 'one',
    summary: 'Get a summary',
    description:
      'What was asked, investigated, learned and completed after one prompt, and what was left to do.',
    params: idParams('summary'),
    answer: summarySchema,
    failures: [422],
  }),
} as const

/** Names of these schemas in the OpenAPI document. */
export const knowledgeComponents = {
  Observation: observationSchema,
  ObservationPage: observationPageSchema,
  Summary: summarySchema,
  SummaryPage: summaryPageSchema,
} as const
