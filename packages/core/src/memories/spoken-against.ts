import type { MemoryRelationRow, MemoryRow } from '@teamlore/db'
import { isLiving } from '@teamlore/shared/memory-kinds'
import { needsPerson } from './gate.ts'
import { reconsider } from './reconsider.ts'
import { isSpokenAgainst } from './status-of.ts'
import { changeMemory, weighAgain } from './write-memory.ts'
import type { MemoryRepositories, Writing } from './writing.types.ts'

type Weighed = Pick<MemoryRow, 'status' | 'origin'>

/** Words of a tool or of the web that no person let in yet: anybody may have written them, so they speak against nothing. */
const isNobodysWord = ({ status, origin }: Weighed): boolean =>
  status === 'draft' && needsPerson(origin)

/** Whether two that are opposites speak against each other now, or wait for a person. */
export const mayOppose = (pair: readonly Weighed[]): boolean => !pair.some(isNobodysWord)

/** Each speaks against the other: neither is as sure as it was. */
export const contradict = async (
  repos: MemoryRepositories,
  writing: Writing,
  ids: readonly [string, string],
): Promise<void> => {
  for (const row of await repos.memories.lock(ids)) {
    const other = ids.find((id) => id !== row.id) ?? row.id
    const isNew = await repos.memories.addSignal({
      memory_id: row.id,
      type: 'contradicted',
      source: `memory:${other}`,
      user_id: null,
      machine_id: null,
      session_id: null,
      note: '',
      created_at: writing.at.toISOString(),
      private_to: row.private_to,
    })
    if (isNew) await reconsider(repos, writing, row)
  }
}

type Opposite = { relation: MemoryRelationRow; other: MemoryRow }

const oppositesOf = async (
  { memories }: MemoryRepositories,
  id: MemoryRow['id'],
  status: MemoryRelationRow['status'],
): Promise<Opposite[]> => {
  const found: Opposite[] = []
  for (const relation of await memories.relationsOf([id])) {
    if (relation.type !== 'contradicts' || relation.status !== status) continue
    const [other] = await memories.lock([
      relation.from_id === id ? relation.to_id : relation.from_id,
    ])
    if (other !== undefined && isLiving(other.status)) found.push({ relation, other })
  }
  return found
}

/** A person let it in: what reads as its opposite contradicts it from now on. */
export const settleOpposites = async (
  repos: MemoryRepositories,
  writing: Writing,
  active: MemoryRow,
): Promise<void> => {
  for (const { relation, other } of await oppositesOf(repos, active.id, 'proposed')) {
    if (!mayOppose([active, other])) continue
    const private_to = active.private_to ?? other.private_to
    await repos.memories.relate({ ...relation, status: 'held', private_to })
    await contradict(repos, writing, [active.id, other.id])
  }
}

/** It waits for a person again: what it spoke against is trusted, and served, as before. */
export const unsettleOpposites = async (
  repos: MemoryRepositories,
  writing: Writing,
  draft: MemoryRow,
): Promise<void> => {
  if (!isNobodysWord(draft)) return
  for (const { relation, other } of await oppositesOf(repos, draft.id, 'held')) {
    const private_to = draft.private_to ?? other.private_to
    await repos.memories.relate({ ...relation, status: 'proposed', private_to })
    await repos.memories.removeSignal(draft.id, 'contradicted', `memory:${other.id}`)
    await repos.memories.removeSignal(other.id, 'contradicted', `memory:${draft.id}`)
    const evidence = await repos.memories.evidenceOf(other.id)
    const weighed = await weighAgain(repos, other, evidence)
    if (await wasWithdrawn(repos, other))
      await changeMemory(
        repos,
        writing,
        { ...weighed, status: 'unreviewed' },
        { change: 'undone', note: null },
      )
    else await repos.memories.update(weighed)
  }
}

/** Nothing else speaks against it, and nobody decided on it since. */
const wasWithdrawn = async (
  { memories }: MemoryRepositories,
  { id }: MemoryRow,
): Promise<boolean> =>
  (await memories.versionsOf([id])).at(-1)?.change === 'withdrawn' &&
  !isSpokenAgainst(await memories.signalsOf([id]))
