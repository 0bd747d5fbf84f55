'use client'

import { ApiError, createClient, isTemporary, type LoreClient } from '@teamlore/shared'
import { createContext, type ReactNode, use } from 'react'
import { z } from 'zod'
import { BASE_PATH } from './base-path.ts'

const ApiContext = createContext<LoreClient | undefined>(undefined)

/** The API of this very origin; the session cookie speaks for the visitor. */
export const createBrowserApi = (): LoreClient => {
  // Without this zod tries whether it may compile code, which the page's content policy forbids and reports.
  z.config({ jitless: true })
  return createClient({ baseUrl: BASE_PATH })
}

export const ApiProvider = ({ api, children }: { api: LoreClient; children: ReactNode }) => (
  <ApiContext value={api}>{children}</ApiContext>
)

export const useApi = (): LoreClient => {
  const api = use(ApiContext)
  if (!api) throw new Error('useApi needs an ApiProvider above it')
  return api
}

/** A sentence for people, whatever was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError || error instanceof Error
    ? error.message
    : 'Something went wrong. Try again.'

export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401

export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404

/** What an API says of an id that cannot be one, or is only the beginning of one. */
const NO_ID = ['request.invalid', 'id.too_short', 'id.ambiguous']

/** Of what was asked for by an id: there is none by it, however the server puts that. */
export const isNotThere = (error: unknown): boolean =>
  isMissing(error) || (error instanceof ApiError && NO_ID.includes(error.code))

/** Whether asking once more may help. What was understood and refused stays refused. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status < 400 || isTemporary(error)
