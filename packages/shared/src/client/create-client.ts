import { ROUTES, type Routes } from '../routes/table.ts'
import { type MethodsOf, methodsOf } from './methods-of.ts'
import { type ClientOptions, createRequester } from './requester.ts'

/** `client.sessions.get(id)`, `client.search({ q })`: a method for each row of the table of routes. */
export type LoreClient = MethodsOf<Routes>

/**
 * The typed client of the REST API, for the dashboard and the `lore` command alike. Runs in a browser and in Node.
 * Every method rejects with `ApiError`, whose message is a sentence for people.
 */
export const createClient = (options: ClientOptions): LoreClient =>
  methodsOf(ROUTES, createRequester(options))
