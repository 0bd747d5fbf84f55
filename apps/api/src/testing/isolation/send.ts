import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { bearer } from '../edge-app.ts'

export type Ask = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  payload?: object | undefined
}

export const askAs = (
  app: FastifyInstance,
  key: string,
  { method, url, payload }: Ask,
): Promise<LightMyRequestResponse> =>
  app.inject({ method, url, headers: bearer(key), ...(payload && { payload }) })

/** A request that has to succeed. */
export type Send = (
  key: string,
  method: Ask['method'],
  url: string,
  payload?: object,
) => Promise<unknown>

export const sendTo =
  (app: FastifyInstance): Send =>
  async (key, method, url, payload) => {
    const response = await askAs(app, key, { method, url, payload })
    if (response.statusCode >= 300) throw new Error(`${method} ${url}: ${response.body}`)
    return response.body === '' ? undefined : response.json()
  }
