import {
  armsReportedSchema,
  holdoutResultSchema,
  holdoutSchema,
  reportArmsSchema,
  setHoldoutSchema,
} from '../holdout/holdout.contract.ts'
import { needed } from '../roles/roles.ts'
import { idParams, route } from './route.ts'

export const holdoutRoutes = {
  get: route({
    method: 'GET',
    path: '/v1/projects/:id/holdout',
    id: 'getHoldout',
    needs: 'viewer',
    tag: 'Team',
    docs: 'whether some sessions of the project begin without a brief, and how they went beside the others',
    summary: 'Get the holdout of a project',
    description:
      'Off until an admin sets it. Sessions are counted and never named, private ones too; with fewer than 20 on a side only how many there are is said.',
    params: idParams('project'),
    answer: holdoutSchema,
    failures: [422],
  }),
  set: route({
    method: 'PUT',
    path: '/v1/projects/:id/holdout',
    id: 'setHoldout',
    needs: needed('projects.manage'),
    tag: 'Team',
    docs: 'set how many percent of its sessions begin without a brief: `share`, 0 to 50; 0 turns it off',
    summary: 'Set the holdout of a project',
    description:
      'Each other share begins a new comparison. It pauses by itself where sessions without a brief go clearly better or clearly worse.',
    params: idParams('project'),
    body: setHoldoutSchema,
    answer: holdoutSchema,
    failures: [422],
  }),
  report: route({
    method: 'POST',
    path: '/v1/holdout/arms',
    id: 'reportHoldoutArms',
    needs: 'member',
    tag: 'Team',
    docs: 'for agents on machines: which sessions began with a brief and which without one',
    summary: 'Report how sessions began',
    description:
      'Sent again, it counts once. What was dealt otherwise than the server does is passed over.',
    body: reportArmsSchema,
    answer: armsReportedSchema,
    failures: [422],
  }),
} as const

/** Names of these schemas in the OpenAPI document. */
export const holdoutComponents = {
  Holdout: holdoutSchema,
  HoldoutResult: holdoutResultSchema,
} as const
