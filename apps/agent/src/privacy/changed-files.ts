const COLOURS = '(?:\\u001b\\[[0-9;]{0,12}[mK]){0,4}'
/** A diff in a file is read with the numbers of its lines. */
const NUMBER = '[ \\t]{0,10}(?:\\d{1,7}[ \\t]{0,4}[→|:\\t] ?)?'
const HEADER = new RegExp(
  `^${NUMBER}${COLOURS}(?:diff(?: --(?:git|cc|combined)| -[\\w-]{1,20})|---|\\+\\+\\+) ([^\\t\\r\\n\\u001b]{1,2000})`,
  'gm',
)
const MAX_HEADERS = 2_000

/** Files whose changes a text shows as git or `diff` print them, as they are named there. */
export const filesChangedIn = (text: string): string[] => {
  const files = new Set<string>()
  for (const [all, rest = ''] of text.matchAll(HEADER)) {
    if (files.size > MAX_HEADERS) break
    // The same name twice with a space between, or those of two trees.
    const half = rest.length >> 1
    const names = /diff -/.test(all)
      ? [
          rest.slice(0, half),
          rest.slice(half + 1),
          ...rest.split(/ (?="?[a-z]\/)/),
          ...rest.split(' '),
        ]
      : [rest]
    for (const name of names.map((one) => one.replace(/^"|"$/g, '')))
      for (const one of [name, name.replace(/^[a-z]\//, '')]) if (one !== '') files.add(one)
  }
  return [...files]
}
