import { ROUTES, type RouteOf, rowsOf } from '@teamlore/shared'

const { signInWith, passkeys, browsers, signInProviders, device } = ROUTES

/** Most of them answer browsers alone, so they have a battery of their own (src/sign-in/sign-in.test.ts). */
export const SIGN_IN_ROUTES: RouteOf[] = rowsOf({
  ...{ signInWith, passkeys, browsers, signInProviders, device },
}).map(({ row }) => row)

export const nameOf = ({ method, path }: RouteOf): string => `${method} ${path}`
