import { CliError } from '../errors/cli-error.ts'

type Entry = { url?: unknown; httpUrl?: unknown; command?: unknown }

/** Where an entry of a client calls to, whatever the client names it. */
export const addressOf = (entry: unknown): string | undefined => {
  const { url, httpUrl } = (entry ?? {}) as Entry
  return [url, httpUrl].find((one) => typeof one === 'string')
}

/** What somebody else's entry does. Names and keys that addresses and arguments may hold are left out. */
export const inWords = (entry: unknown): string => {
  const address = addressOf(entry)
  if (address !== undefined) {
    const known = URL.parse(address)
    return known === null ? 'calls another address' : `calls ${known.origin}${known.pathname}`
  }
  const [program] = [((entry ?? {}) as Entry).command].flat()
  return typeof program === 'string' ? `starts ${program}` : 'says something else'
}

type Taken = { path: string; entry: unknown; url: string; again: string }

export const entryTaken = ({ path, entry, url, again }: Taken): CliError =>
  new CliError({
    code: 'mcp.taken',
    message: `${path} has an entry teamlore already that lore did not write: it ${inWords(entry)}. Nothing was changed.`,
    hint: `Take it out or give it another name, and run ${again}. Or have it call ${url} yourself.`,
  })
