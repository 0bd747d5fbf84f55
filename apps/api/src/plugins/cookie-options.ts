import { basePathOf } from '@teamlore/shared/base-path'

/** No script and no other site gets at the cookie; behind https it never travels without, and below a path only there. */
export const cookieOptionsOf = (publicUrl: string) => ({
  path: basePathOf(publicUrl) || '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: publicUrl.startsWith('https://'),
})
