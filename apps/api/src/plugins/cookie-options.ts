/** No script and no other site gets at the cookie; behind https it never travels without. */
export const cookieOptionsOf = (publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: publicUrl.startsWith('https://'),
})
