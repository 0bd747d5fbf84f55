import { lowerFirst } from './word-classes.ts'

const LEAD_IN =
  /^(?:(?:fix(?:ed)?:|feature:|bug:|decision:|problem:|(?:root )?cause:|warning:|tip:|rule:|convention:|gotcha:|discovered that|decided that|so|but|and|also|yes|no|ok|note(?: that|:)|remember(?: that)?|please|from now on|as of [^,]{2,30}|since [^,]{2,30}|until [^,]{2,30}|today|currently|in general|by default|actually|importantly|turns out(?: that)?|it turns out(?: that)?),?\s+)+/i
const PLACE = /^((?:in|on|for|under|at|during|within|inside) [^,]{2,50}),\s+/i
const CONDITION =
  /^(?:when|if|once|after|before|because|whenever|unless|to|with|without) [^,]{2,120},\s+/i

/** Where something else begins than the clause itself. */
const CLAUSE_END =
  /\s+[—–]\s+|;\s|:\s|\.\s|,\s(?!(?:not|and [a-z]+ing|or)\b)|\s\(|\s(?:because|since|so that|so|which|when|whenever|if|unless|although|though|while|where|whereas|but|otherwise|as long as|rather than|instead of)\s/i

/** Signs within code and quotes end nothing. */
const HELD = [...',;:.()'].map((sign, at) => [sign, String.fromCharCode(0xe010 + at)] as const)
const hold = (text: string): string =>
  text.replace(/`[^`]*`|“[^”]*”|"[^"]*"/g, (quoted) =>
    HELD.reduce((held, [sign, mark]) => held.replaceAll(sign, mark), quoted).replaceAll(
      ' ',
      '\ue020',
    ),
  )
const release = (text: string): string =>
  HELD.reduce((free, [sign, mark]) => free.replaceAll(mark, sign), text).replaceAll('\ue020', ' ')

export const wordsIn = (text: string): string[] =>
  text.match(/\S+/g)?.map((word) => release(word.replace(/[,;:.!]+$/, ''))) ?? []

/** A statement without what introduces it, to the end of its main clause, and where it holds. */
export const mainOf = (statement: string): { text: string; where: string } => {
  const plain = statement.replaceAll('**', '').replaceAll('’', "'").replace(/\s+/g, ' ').trim()
  const said = hold(plain).replace(LEAD_IN, '')
  const [first = '', ...others] = wordsIn(PLACE.exec(said)?.[1] ?? '')
  const where = [lowerFirst(first), ...others].join(' ').trim()
  const text = said.replace(PLACE, '').replace(CONDITION, '').replace(LEAD_IN, '')
  // Something stands before the first sign that ends it, or it is no sign of that.
  const end = CLAUSE_END.exec(text.slice(12))
  const clause = end === null ? text : text.slice(0, 12 + end.index)
  return {
    text: clause.replace(/[.!:;,\s]+$/, ''),
    where: where.split(' ').length > 5 ? '' : where,
  }
}
