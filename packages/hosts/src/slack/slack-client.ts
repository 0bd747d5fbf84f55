import { HostError } from '@teamlore/shared/code-hosts'
import type { OutboundFetch } from '@teamlore/shared/outbound'
import { z } from 'zod'
import { unreachable } from '../unreachable.ts'
import { limitedUntil, slackRefusal } from './slack-errors.ts'

const answerSchema = z.looseObject({ ok: z.boolean(), error: z.string().optional() })

export type SlackAnswer = { data: unknown; scopes: string[] }

export type AskSlack = (
  place: { apiUrl: string; token?: string },
  method: string,
  parameters?: Record<string, unknown>,
) => Promise<SlackAnswer>

/** Slack takes forms, in which lists and objects are JSON. */
const formOf = (parameters: Record<string, unknown>): URLSearchParams => {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== null)
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  return form
}

const failed = (status: number): HostError =>
  new HostError('unavailable', `Slack failed with ${status}.`)

const strange = (cause?: unknown): HostError =>
  new HostError('unavailable', 'Slack answered in a form that is not its own.', { cause })

const send = async (fetch: OutboundFetch, url: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, { method: 'POST', ...init })
  } catch (error) {
    throw unreachable(error, new URL(url).origin)
  }
}

const read = async (response: Response): Promise<string> => {
  const { status, headers } = response
  if (status === 429) throw limitedUntil(headers.get('retry-after'), Date.now())
  if (status >= 500) throw failed(status)
  const text = await response.text().catch((error) => {
    throw strange(error)
  })
  if (status !== 200) throw slackRefusal('')
  return text
}

/** Asks the Web API by its forms. Redirects are not followed: a token goes to the address it is for and to no other. */
export const createSlackClient =
  (fetch: OutboundFetch): AskSlack =>
  async ({ apiUrl, token }, method, parameters = {}) => {
    const response = await send(fetch, `${apiUrl}/${method}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      body: formOf(parameters),
    })
    const text = await read(response)
    const answer = answerSchema.safeParse(parsed(text))
    if (!answer.success) throw strange(answer.error)
    if (!answer.data.ok) throw slackRefusal(answer.data.error ?? '')
    const scopes = response.headers.get('x-oauth-scopes') ?? ''
    return {
      data: answer.data,
      scopes: scopes
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    }
  }

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** To an address that Slack gave for one answer; it knows no token. */
export const sendTo = async (
  fetch: OutboundFetch,
  responseUrl: string,
  body: object,
): Promise<void> => {
  const response = await send(fetch, responseUrl, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await read(response)
}
