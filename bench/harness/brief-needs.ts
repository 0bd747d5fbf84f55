import { existsSync, readFileSync } from 'node:fs'
import type { BriefCase, Fact } from './brief-cases.ts'

/** Whether a session needed what an earlier one held, as somebody judged who read both. */
export type Need = {
  session: string
  fact: string
  /** The first words of both, so that a verdict can be read by itself. */
  prompt: string
  says: string
  first: 'needed' | 'not needed' | null
  second: 'needed' | 'not needed' | null
}

const POOL = { files: 5, brief: 3, unasked: 10, newest: 10 } as const
const CHARS = 160

export const readNeeds = (path: string): Need[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Need)
    : []

/** What shares rare files with what the session then touched, the best first. */
const byFiles = ({ touched, known }: BriefCase): Fact[] => {
  const count = new Map<string, number>()
  for (const { files } of known)
    for (const file of new Set(files)) count.set(file, (count.get(file) ?? 0) + 1)
  const isTouched = (file: string) =>
    touched.some((one) => one === file || file.endsWith(`/${one}`) || one.endsWith(`/${file}`))
  const worth = (fact: Fact): number =>
    [...new Set(fact.files)]
      .filter(isTouched)
      .reduce((sum, file) => sum + 1 / (count.get(file) ?? 1), 0)
  return known
    .map((fact) => ({ fact, worth: worth(fact) }))
    .filter((one) => one.worth > 0)
    .sort((a, b) => b.worth - a.worth)
    .map(({ fact }) => fact)
}

/**
 * What is put before a judge: what earlier sessions did in the files that this one then touched, and the first of each brief and the newest ten. In the
 * order of their names, which says nothing of who found what.
 */
export const pooled = (one: BriefCase): Need[] => {
  const byRef = new Map(one.known.map((fact) => [fact.ref, fact]))
  const refs = new Set([
    ...byFiles(one)
      .slice(0, POOL.files)
      .map(({ ref }) => ref),
    ...one.asked.facts.slice(0, POOL.brief),
    ...one.unasked.facts.slice(0, POOL.unasked),
    ...one.newest.facts.slice(0, POOL.newest),
  ])
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, CHARS)
  return [...refs].sort().map((fact) => ({
    session: one.session,
    fact,
    prompt: short(one.prompt.replace(/^Implement the following plan:\s*/, '')),
    says: short(byRef.get(fact)?.text ?? ''),
    first: null,
    second: null,
  }))
}
