/** What the text of a former statement begins with. */
export const replacedOn = (until: Date): string =>
  `Replaced on ${until.toISOString().slice(0, 10)}: `

const REPLACED_ON = /^Replaced on \d{4}-\d\d-\d\d: /

/** A former statement by itself; undefined where a text is none. */
export const formerStatementIn = (body: string): string | undefined =>
  REPLACED_ON.test(body) ? body.replace(REPLACED_ON, '') : undefined
