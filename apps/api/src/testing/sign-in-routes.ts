import { ROUTES, type RouteOf, rowsOf } from '@teamlore/shared'

const {
  getAgent,
  signInWith,
  passkeys,
  browsers,
  signInProviders,
  device,
  consent,
  clients,
  managedClients,
  integrations,
  webhooks,
  incomingHooks,
  slack,
} = ROUTES

/** Most of them answer browsers alone or ask others, so they have batteries of their own (src/sign-in, src/agent-package, src/integrations). */
export const SIGN_IN_ROUTES: RouteOf[] = rowsOf({
  getAgent,
  signInWith,
  passkeys,
  browsers,
  signInProviders,
  device,
  consent,
  clients,
  managedClients,
  integrations,
  webhooks,
  incomingHooks,
  slack,
}).map(({ row }) => row)

export const nameOf = ({ method, path }: RouteOf): string => `${method} ${path}`
