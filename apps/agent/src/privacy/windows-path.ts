/**
 * The path as Windows itself names it: shells that came with git, Cygwin and WSL name drives as folders, and addresses of files
 * have a slash before them. Of folders named by one letter at the top of a drive, there are next to none.
 */
export const windowsPath = (path: string): string =>
  path
    .replace(/^\/(?:cygdrive\/|mnt\/)?([A-Za-z])(?=\/|$)/, (_, drive: string) => `${drive}:/`)
    .replace(/^\/(?=[A-Za-z]:)/, '')
    .replace(/^([A-Za-z]:)\/+/, '$1/')
