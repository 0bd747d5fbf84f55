const MOST_ALTERNATIVES = 3

/** "since" and "as" are of time before a date, a day or a change, and of comparing elsewhere. */
const BECAUSE =
  /(?:,\s+|\s+|^)(?:because(?: of)?|due to|so that|otherwise|since (?!(?:last|then|the|version|v?\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)\b)(?=[^,.;]* ))\s*:?\s*(.{8,})$/is

const SAYS_WHY =
  /^(?:because\b|the reason\b|reason:|that(?: i|')s because\b|otherwise\b|without (?:it|that|this)\b|this (?:avoids|prevents|keeps|is because)\b|that way\b)/i

const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?])\s+(?=["“`A-Z])/).map((one) => one.trim())

const withoutEnd = (text: string): string => text.trim().replace(/[.;,\s]+$/, '')

/** Why a statement holds, in its own words or those of the sentences around it; empty where they do not say. */
export const reasonIn = (statement: string, around: readonly string[] = []): string => {
  for (const sentence of sentencesOf(statement)) {
    const found = BECAUSE.exec(sentence)?.[1]
    if (found !== undefined) return withoutEnd(found)
  }
  const said = around
    .flatMap(sentencesOf)
    .find((one) => SAYS_WHY.test(one) && !statement.includes(one))
  return said === undefined ? '' : withoutEnd(said.replace(/^(?:because|reason:)\s*/i, ''))
}

const INSTEAD = [
  /\b(?:instead of|rather than)\s+([^,.;—()]{3,80}?)(?=$|[,.;—()]|\s(?:because|since|so|as|for|when|after|to)\s)/gi,
  /\b(?:chose|choose|chosen|picked|prefer(?:red)?|decided (?:on|for))\b[^,.;]{2,60}?\sover\s+([^,.;—()]{3,60}?)(?=$|[,.;—()]|\s(?:because|since|so|as|for)\s)/gi,
]

/** What was not taken, as the statement names it: "… instead of cron". */
export const alternativesIn = (statement: string): string[] =>
  [
    ...new Set(
      INSTEAD.flatMap((pattern) =>
        [...statement.matchAll(pattern)].map(([, named = '']) => withoutEnd(named)),
      ),
    ),
  ].slice(0, MOST_ALTERNATIVES)
