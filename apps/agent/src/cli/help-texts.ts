export const IMPORT_WAIT_HELP = `
A server that is away, restarts or answers that it is busy is waited for, at most five minutes in a row.
Nothing is lost by it: the same command sends the rest.
`

export const EXIT_CODE_HELP = `
Exit codes: 0 done, 1 not or not all could be done, 2 wrong usage, 130 stopped by Ctrl-C;
lore doctor: 0 all well, 1 warnings, 2 errors.
`
