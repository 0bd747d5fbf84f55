import { areOfOneFamily, type StatementParts } from './analyse-statement.ts'
import { areComparable } from './quantities.ts'

/**
 * "Tiles are PNG, because Leaflet draws the map" is not about what draws the map: a newer statement that names something else for
 * that takes a reason away, and what was said may hold or not.
 */
export const isOnlyReason = (a: StatementParts, b: StatementParts): boolean => {
  if (!REASON.test(a.text)) return false
  const free = [...a.names].filter((name) => !a.denied.has(name))
  const touched = free.filter(
    (name) =>
      b.denied.has(name) ||
      [...b.names].some((other) => other !== name && areOfOneFamily(name, other)),
  )
  const numbers = a.quantities.filter((one) => b.quantities.some((two) => areComparable(one, two)))
  const isMain = (raw: string) => a.main.some((one) => one.raw === raw)
  return (
    touched.length + numbers.length > 0 &&
    !touched.some((name) => a.mainTerms.has(name)) &&
    !numbers.some(({ raw }) => isMain(raw))
  )
}

const REASON = /\b(?:because|since|as|so that|so|due to|given that)\b/i
