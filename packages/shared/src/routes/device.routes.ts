import {
  answerDeviceSchema,
  deviceCodeRequestSchema,
  deviceCodeSchema,
  deviceTokenRequestSchema,
  deviceTokenSchema,
  findDeviceSchema,
  waitingDeviceSchema,
} from '../contracts/sign-in.contract.ts'
import { needed } from '../roles/roles.ts'
import { route } from './route.ts'

/** How a machine comes in without a key: in the shape of RFC 8628, so that an OAuth server can take it over. */
export const deviceRoutes = {
  code: route({
    method: 'POST',
    path: '/v1/device/code',
    id: 'requestDeviceCode',
    needs: 'nobody',
    tag: 'Access',
    limit: 'begin',
    docs: 'begin to connect a machine: a code that somebody signed in confirms on the page /device (RFC 8628); a form begins to connect an OAuth client',
    summary: 'Begin to connect a machine',
    description:
      'Gives a secret code to poll with, and a short one that a signed-in person confirms on the page /device within ten minutes. In the shape of RFC 8628.',
    body: deviceCodeRequestSchema,
    answer: deviceCodeSchema,
  }),
  token: route({
    method: 'POST',
    path: '/v1/device/token',
    id: 'pollDeviceToken',
    needs: 'nobody',
    tag: 'Access',
    limit: 'sign_in',
    docs: 'ask whether the code was confirmed; then the key of the machine, once',
    summary: 'Get the key of a confirmed machine',
    description:
      'Polled every `interval` seconds. Fails with `device.authorization_pending`, `device.slow_down`, `device.access_denied` or `device.expired_token` until the code is confirmed; then gives the key of the machine, once.',
    body: deviceTokenRequestSchema,
    answer: deviceTokenSchema,
    failures: [403, 409, 422],
  }),
  find: route({
    method: 'POST',
    path: '/v1/device/find',
    id: 'findWaitingDevice',
    needs: needed('self.manage'),
    tag: 'Access',
    limit: 'sign_in',
    docs: 'which machine or OAuth client waits under a short code; machines from member on',
    summary: 'Which machine or client waits under a short code',
    description: 'What a person looks at before they let a machine or an OAuth client in.',
    body: findDeviceSchema,
    answer: waitingDeviceSchema,
    failures: [404, 409],
  }),
  answer: route({
    method: 'POST',
    path: '/v1/device/answer',
    id: 'answerWaitingDevice',
    needs: needed('self.manage'),
    tag: 'Access',
    limit: 'sign_in',
    docs: 'let the machine or OAuth client under a short code in, or turn it away; browsers only',
    summary: 'Let a waiting machine or client in, or turn it away',
    description:
      'A machine gets a key of its own, a client tokens for /mcp; both act as whoever confirmed, in the team they are in. For a client, `team` is the one that was shown. Done in a browser: a key cannot let anything in.',
    body: answerDeviceSchema,
    status: 204,
    failures: [403, 404, 409],
  }),
} as const

export const deviceComponents = {
  DeviceCode: deviceCodeSchema,
  DeviceToken: deviceTokenSchema,
} as const
