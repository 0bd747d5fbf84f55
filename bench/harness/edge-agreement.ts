import type { CodeGraphFile } from '@teamlore/shared/code'
import type { KnownImports } from './known-imports.ts'

const SCRIPT = /\.[cm]?[jt]sx?$/

type Difference = { from: string; to: string; class: string }
export type Agreement = {
  files: number
  both: number
  onlyOurs: Difference[]
  onlyTheirs: Difference[]
}

/**
 * Imports between scripts that both looked at. What differs is put into a class: how the import is written, and for ours what the
 * tool made of the same words.
 */
export const compareEdges = (
  ours: ReadonlyMap<string, CodeGraphFile>,
  theirs: KnownImports,
): Agreement => {
  const isShared = (path: string) => SCRIPT.test(path) && ours.has(path) && theirs.has(path)
  const files = [...ours.keys()].filter(isShared)
  const found: Agreement = { files: files.length, both: 0, onlyOurs: [], onlyTheirs: [] }
  for (const from of files) {
    const own = new Map((ours.get(from)?.imports ?? []).map(({ to, kind }) => [to, kind]))
    const known = theirs.get(from) ?? new Map<string, string>()
    const beyond = (some: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>) =>
      [...some].filter(([to]) => isShared(to) && to !== from && !others.has(to))
    found.both += [...own.keys()].filter((to) => known.has(to)).length
    for (const [to, kind] of beyond(own, known))
      found.onlyOurs.push({ from, to, class: `ours: ${kind}` })
    for (const [to, types] of beyond(known, own))
      found.onlyTheirs.push({ from, to, class: `theirs: ${types}` })
  }
  return found
}

export const agreementOf = ({ both, onlyOurs, onlyTheirs }: Agreement): number =>
  both / Math.max(1, both + onlyOurs.length + onlyTheirs.length)
