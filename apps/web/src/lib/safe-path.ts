/**
 * Where to go after signing in: a path of this dashboard, or home. An address of another site, or one that a browser
 * would read as such (`//host`, `/\host`), is not followed.
 */
export const safePath = (target: string | null | undefined): string => {
  if (!target?.startsWith('/')) return '/'
  // A browser drops tabs and line breaks and reads backslashes as slashes before it decides what is a host.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters a browser drops
  const read = target.replace(/[\u0000-\u001f]/g, '').replace(/\\/g, '/')
  if (read.startsWith('//') || read.startsWith('/sign-in')) return '/'
  return read
}
