/**
 * What a table says for a word that somebody else chose. Only what was put into the table counts: a tool may be called
 * `constructor`, and every object has one.
 */
export const lookUp = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined
