import { pageOf } from './base-path.ts'

/**
 * Where to go after signing in: a path of this dashboard, or home. An address of another site, or one that a browser
 * would read as such (`//host`, `/\host`), is not followed. Who names the path below which the dashboard is served, as `lore join` does, means
 * the same page.
 */
export const safePath = (target: string | null | undefined): string => {
  if (!target?.startsWith('/')) return '/'
  // A browser drops tabs and line breaks and reads backslashes as slashes before it decides what is a host.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters a browser drops
  const read = pageOf(target.replace(/[\u0000-\u001f]/g, '').replace(/\\/g, '/'))
  if (read.startsWith('//') || read.startsWith('/sign-in')) return '/'
  return read
}
