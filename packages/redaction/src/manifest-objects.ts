import { SLASHES } from './surroundings.ts'

const Q = `${SLASHES}["']?`
const TOKEN = new RegExp(`[{}]|(?<![\\w.-])kind${Q}:\\s{0,4}${Q}(?<kind>\\w{1,60})`, 'g')

type Owner = { kind?: string }

/**
 * For each brace that opens in a part of a text, the object it stands in, which knows its kind when all of it was read. Of a list in one line, only
 * some may be Secrets.
 */
export const kindsOfObjects = (
  text: string,
  { start, end }: { start: number; end: number },
): ReadonlyMap<number, Owner> => {
  const owners = new Map<number, Owner>()
  let stack: Owner[] = [{}]
  for (const { 0: token, index, groups } of text.slice(start, end).matchAll(TOKEN)) {
    const owner = stack.at(-1) as Owner
    const kind = groups?.['kind']
    if (kind !== undefined) owner.kind ??= kind
    else if (token === '{') {
      owners.set(start + index, owner)
      stack.push({})
    } else if (stack.length > 1) stack.pop()
    // What opened in front of the part closes.
    else stack = [{}]
  }
  return owners
}

/** Where the kind is not seen, that of the text counts. */
export const isOfOtherKind = (owner: Owner | undefined): boolean =>
  owner?.kind !== undefined && owner.kind !== 'Secret'
