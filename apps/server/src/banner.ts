type Ready = {
  url: string
  signInUrl: string | undefined
  adminKeyFile: string
  engine: string
  log: string
}

/** What a person reads once everything serves. The first line is a promise: scripts wait for it. */
export const readyLines = ({ url, signInUrl, adminKeyFile, engine, log }: Ready): string =>
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
    `    npx lore login --server ${url} --key "$(cat ${quoted(adminKeyFile)})"`,
    '    npx lore import',
    '',
    '  Ctrl-C stops it.',
    '',
  ].join('\n')

/** For a POSIX shell; paths with spaces are common on a Mac. */
const quoted = (path: string): string =>
  /^[\w./~@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
