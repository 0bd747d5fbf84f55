type Ready = {
  url: string
  signInUrl: string | undefined
  adminKeyFile: string
  engine: string
  log: string
  /** The program `lore` of this clone: of the same name in a registry there is another. */
  lore: string
}

/** What a person reads once everything serves. The first line is a promise: scripts wait for it. */
export const readyLines = ({ url, signInUrl, adminKeyFile, engine, log, lore }: Ready): string =>
  [
    `Teamlore is ready at ${url}`,
    '',
    signInUrl
      ? `  Sign in      ${signInUrl}\n               (works once, for 24 hours; npm run sign-in makes another)`
      : '  Sign in      npm run sign-in   makes a link that works once',
    `  Admin key    ${adminKeyFile}`,
    `  Database     ${engine}`,
    `  Log          ${log}`,
    '',
    '  Bring in your sessions:',
    `    node ${quoted(lore)} login --server ${url} --key-file ${quoted(adminKeyFile)}`,
    `    node ${quoted(lore)} import`,
    '',
    '  Ctrl-C stops it.',
    '',
  ].join('\n')

/** For a POSIX shell; paths with spaces are common on a Mac. */
const quoted = (path: string): string =>
  /^[\w./~@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
