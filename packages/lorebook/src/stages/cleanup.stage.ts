import type { Draft, Plan, PreviousEntity, Stage } from './draft.types.ts'

type Current = { key: string; path: string | null; hash: string | null }

const currentOf = ({ entities }: Draft): Current[] =>
  entities.map(({ key, source }) => ({
    key,
    path: source?.path ?? null,
    hash: source?.hash ?? null,
  }))

/** What was called otherwise before: the same file with another title, or the same content in another file. */
const findFormer = (gone: ReadonlyMap<string, PreviousEntity>) => {
  const byPath = new Map([...gone.values()].map((one) => [one.path, one.key]))
  const byHash = new Map([...gone.values()].map((one) => [one.hash, one.key]))
  return ({ path, hash }: Current): string | undefined => {
    if (path === null) return undefined
    return [byPath.get(path), byHash.get(hash)].find((key) => key !== undefined && gone.has(key))
  }
}

/** Whether an entity that had a file is only named any more. */
const hasLostFile = (before: PreviousEntity, now: Current): boolean =>
  before.path !== null && now.path === null

const planOf = (draft: Draft): Plan => {
  const before = new Map(draft.previous.map((one) => [one.key, one]))
  const current = currentOf(draft)
  const byKey = new Map(current.map((one) => [one.key, one]))
  // Others may still call by its old name what is called otherwise now, or gone.
  const gone = new Map(
    [...before].filter(([key, one]) => {
      const now = byKey.get(key)
      return now === undefined || hasLostFile(one, now)
    }),
  )
  const formerOf = findFormer(gone)
  const plan: Plan = { created: [], updated: [], deleted: [], renamed: [] }
  for (const one of current) {
    const same = before.get(one.key)
    if (same !== undefined) {
      if (hasLostFile(same, one)) continue
      if (same.path !== one.path || same.hash !== one.hash) plan.updated.push(one.key)
      continue
    }
    const former = formerOf(one)
    if (former === undefined) {
      plan.created.push(one.key)
      continue
    }
    gone.delete(former)
    plan.renamed.push({ from: former, to: one.key })
  }
  return { ...plan, deleted: [...gone.keys()] }
}

/** What differs from the book before: what is new, changed, gone, or called otherwise. */
export const cleanupStage: Stage = {
  name: 'cleanup',
  run: (draft) => ({ ...draft, plan: planOf(draft) }),
}
