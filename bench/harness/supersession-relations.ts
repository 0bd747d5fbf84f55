import type { BenchTeam, BenchWorld } from './bench-world.ts'
import { selectRows } from './select-rows.ts'
import {
  type Pair,
  type Question,
  readSupersessionSet,
  type SupersessionSet,
} from './supersession-set.ts'

type Standing = { id: string; successor_id: string | null }

/** Which statements ended in one thread. */
export const readThreads = async (
  { engine }: BenchWorld,
  { teamId }: BenchTeam,
  memoryOf: ReadonlyMap<string, string>,
) => {
  const rows = await selectRows<Standing>(
    engine,
    `select id, successor_id from teamlore.memories where team_id = '${teamId}'`,
  )
  const standing = new Map(rows.map((row) => [row.id, row]))
  const headOf = (id: string): string => {
    let at = standing.get(id)
    for (let step = 0; at?.successor_id && step < 50; step++) at = standing.get(at.successor_id)
    return at?.id ?? id
  }
  return ({ older, newer }: Pair): boolean => {
    const [a, b] = [memoryOf.get(older), memoryOf.get(newer)]
    return a !== undefined && b !== undefined && a !== b && headOf(a) === headOf(b)
  }
}

/** A set without the name of its half. */
const wholeOf = (split: string): string => split.replace(/-(?:fitted|unseen)$/, '')

/** What is noted of statements: whether those that rest on a change are marked so, and whether any other is. */
export const readCascades = async (
  { engine }: BenchWorld,
  { teamId }: BenchTeam,
  {
    split,
    set,
    memoryOf,
  }: {
    split: string
    set: SupersessionSet
    memoryOf: ReadonlyMap<string, string>
  },
) => {
  const rows = await selectRows<{ id: string }>(
    engine,
    `select distinct r.from_id as id from teamlore.memory_relations r join teamlore.memories b on b.id = r.to_id
      where r.team_id = '${teamId}' and r.type = 'rests_on' and r.status = 'held' and b.status = 'superseded'`,
  )
  const noted = new Set(rows.map(({ id }) => id))
  const restingIn = ({ questions }: typeof set) =>
    new Set(questions.filter(({ kind }) => kind === 'cascade').flatMap(({ gold }) => gold))
  const resting = restingIn(set)
  // Those of the other half came in as well, and are marked rightly.
  const all = restingIn(readSupersessionSet(wholeOf(split)))
  const others = set.statements.filter(({ id }) => !all.has(id))
  const isNoted = (id: string) => noted.has(memoryOf.get(id) ?? '')
  return {
    dependants: resting.size,
    noted: [...resting].filter(isNoted).length,
    missing: [...resting].filter((id) => !isNoted(id)),
    independents: others.length,
    falsely_noted: others.filter(({ id }) => isNoted(id)).map(({ id }) => id),
  }
}

/** Of statements that contradict each other, how many are known to while both hold. */
export const readContradictions = async (
  { engine }: BenchWorld,
  { teamId }: BenchTeam,
  { set, memoryOf }: { set: SupersessionSet; memoryOf: ReadonlyMap<string, string> },
) => {
  const rows = await selectRows<{ pair: string }>(
    engine,
    `select unnest(array[r.from_id || ' ' || r.to_id, r.to_id || ' ' || r.from_id]) as pair
      from teamlore.memory_relations r
      join teamlore.memories a on a.id = r.from_id and a.status = 'active'
      join teamlore.memories b on b.id = r.to_id and b.status = 'active'
      where r.team_id = '${teamId}' and r.type = 'contradicts' and r.status = 'held'`,
  )
  const known = new Set(rows.map(({ pair }) => pair))
  const asked = set.questions.filter(({ kind }) => kind === 'contradiction')
  const isKnown = ({ gold }: Question) => known.has(gold.map((id) => memoryOf.get(id)).join(' '))
  return { asked: asked.length, known: asked.filter(isKnown).length, in_all: known.size / 2 }
}
