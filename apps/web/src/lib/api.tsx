'use client'

import { ApiError, createClient, type LoreClient } from '@teamlore/shared'
import { createContext, type ReactNode, use } from 'react'
import { z } from 'zod'

const ApiContext = createContext<LoreClient | undefined>(undefined)

/** The API of this very origin; the session cookie speaks for the visitor. */
export const createBrowserApi = (): LoreClient => {
  // Without this zod tries whether it may compile code, which the page's content policy forbids and reports.
  z.config({ jitless: true })
  return createClient({ baseUrl: '' })
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
