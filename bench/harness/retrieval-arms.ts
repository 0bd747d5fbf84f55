import { type Fusion, makeSearch, type TextEmbedder } from '@teamlore/core'
import type { BenchWorld } from './bench-world.ts'
import type { LoadedCorpus } from './load-corpus.ts'
import { createPlainBm25, type Passage } from './plain-bm25.ts'
import { readRows } from './read-rows.ts'

/** A way of ranking: ids as the set names them, best first. */
export type Arm = {
  arm: string
  rank: (question: string, limit: number) => Promise<string[]>
}

type Variant = {
  arm: string
  fusion?: Fusion
  weights?: { text: number; vector: number; exact: number }
  hasPriors?: boolean
}

/** What the product is made of, each by itself; then ways of joining them; `fused` and `final` are the product's own. */
const VARIANTS: Variant[] = [
  { arm: 'text', weights: { text: 1, vector: 0, exact: 0 }, hasPriors: false },
  { arm: 'exact', weights: { text: 0, vector: 0, exact: 1 }, hasPriors: false },
  { arm: 'vector', weights: { text: 0, vector: 1, exact: 0 }, hasPriors: false },
  {
    arm: 'rrf k=60',
    fusion: { kind: 'rrf', k: 60 },
    weights: { text: 1, vector: 1, exact: 0 },
    hasPriors: false,
  },
  {
    arm: 'rrf k=10',
    fusion: { kind: 'rrf', k: 10 },
    weights: { text: 1, vector: 0.6, exact: 0 },
    hasPriors: false,
  },
  { arm: 'fused', hasPriors: false },
  { arm: 'final' },
]

export const ARMS: readonly string[] = ['bm25', ...VARIANTS.map(({ arm }) => arm)]

/** Recency counts from here, so that a run next year ranks as one today. */
const NOW = new Date('2026-09-01T00:00:00Z')

/** Every arm over one corpus; `bm25` is a textbook's, over the same passages. */
export const openArms = async (
  world: BenchWorld,
  { team, idOf }: LoadedCorpus,
  embedder: TextEmbedder,
): Promise<Arm[]> => {
  const named = (ids: readonly string[]): string[] => [
    ...new Set(ids.map((id) => idOf.get(id) ?? id)),
  ]
  const plain = createPlainBm25(await readPassages(world, team.teamId))
  const bm25: Arm = {
    arm: 'bm25',
    rank: async (question, limit) => named(plain(question, limit * 2)).slice(0, limit),
  }
  const ofProduct = VARIANTS.map(({ arm, ...variant }): Arm => {
    const search = makeSearch({
      ...variant,
      unitOfWork: world.unitOfWork,
      // An arm that is measured by itself must not be fed by another.
      embedder: variant.weights?.vector === 0 ? undefined : embedder,
      now: () => NOW,
    })
    return {
      arm,
      rank: async (q, limit) => {
        const { items } = await search(team.scope, {
          q,
          scope: 'all',
          include_superseded: false,
          limit,
        })
        return named(items.map(({ id }) => id))
      },
    }
  })
  return [bm25, ...ofProduct]
}

const readPassages = async (world: BenchWorld, teamId: string): Promise<Passage[]> => {
  const rows = await readRows<{ source_id: string; title: string; body: string }>(
    world,
    `select source_id, title, body from teamlore.documents where team_id = '${teamId}' order by id`,
  )
  return rows.map(({ source_id, title, body }) => ({
    sourceId: source_id,
    text: body.startsWith(title) ? body : `${title}\n${body}`,
  }))
}
