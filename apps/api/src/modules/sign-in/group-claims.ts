const MAX_GROUPS = 1_000

/**
 * The groups that a provider names: a list, or one group as a word, which is never taken apart, since names of groups may hold any
 * sign. `name` is that of a claim, or the way to one that lies in others, as `realm_access.roles` of Keycloak. Undefined: it says
 * nothing of groups.
 */
export const groupsIn = (
  claims: Readonly<Record<string, unknown>>,
  name: string,
): string[] | undefined => {
  const claimed = claimAt(claims, name)
  if (typeof claimed === 'string') return claimed.trim() === '' ? [] : [claimed.trim()]
  if (!Array.isArray(claimed)) return undefined
  return claimed.filter((entry): entry is string => typeof entry === 'string').slice(0, MAX_GROUPS)
}

/** A claim of that very name first: names of claims are often addresses, with dots in them. */
const claimAt = (claims: Readonly<Record<string, unknown>>, name: string): unknown => {
  if (Object.hasOwn(claims, name)) return claims[name]
  let found: unknown = claims
  for (const part of name.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined
    found = (found as Record<string, unknown>)[part]
  }
  return found
}
