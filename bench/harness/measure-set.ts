import type { TextEmbedder } from '@teamlore/core'
import type { BenchEngine } from './bench-options.ts'
import { openBenchWorld } from './bench-world.ts'
import type { LoadedCorpus } from './load-corpus.ts'
import { progress } from './report.ts'
import { ARMS, openArms } from './retrieval-arms.ts'
import { type QuestionScores, scoreRanking } from './retrieval-metrics.ts'
import type { Question, RetrievalSet } from './retrieval-sets.ts'

/** One arm on all questions, in the order of `asked`. */
export type Measured = { arm: string; scores: QuestionScores[] }

export type SetOutcome = {
  asked: Question[]
  measured: Measured[]
  documents: number
  /** Answers of the set that the index no longer has, such as findings that are now worded from elsewhere. */
  lapsed: number
}

/** Loads a set into a database of its own and asks every question of every arm. */
export const measureSet = async (
  kind: BenchEngine,
  set: RetrievalSet,
  embedder: TextEmbedder,
): Promise<SetOutcome> => {
  const world = await openBenchWorld(kind)
  try {
    progress(`${set.name} on ${kind}: indexing and embedding`)
    const corpora = await set.load(world, embedder)
    const outcome: SetOutcome = {
      asked: [],
      measured: ARMS.map((arm) => ({ arm, scores: [] })),
      documents: [...corpora.values()].reduce((sum, { idOf }) => sum + idOf.size, 0),
      lapsed: 0,
    }
    progress(
      `${set.name} on ${kind}: asking ${set.queries.length} questions, ${ARMS.length} ways each`,
    )
    for (const [name, loaded] of corpora) {
      const arms = await openArms(world, loaded, embedder)
      for (const question of set.queries.filter(({ corpus }) => corpus === name)) {
        const { grades, gone } = gradesIn(loaded, question)
        outcome.asked.push(question)
        outcome.lapsed += gone
        for (const [index, { rank }] of arms.entries())
          outcome.measured[index]?.scores.push(scoreRanking(await rank(question.text, 10), grades))
      }
    }
    return outcome
  } finally {
    await world.close()
  }
}

/** Grades by the names under which a corpus shows its texts. */
const gradesIn = ({ standsFor }: LoadedCorpus, question: Question) => {
  const grades = new Map<string, number>()
  let gone = 0
  for (const [ref, grade] of question.grades) {
    const name = standsFor === undefined ? ref : standsFor.get(ref)
    if (name !== undefined) grades.set(name, Math.max(grade, grades.get(name) ?? 0))
    else if (grade > 0) gone++
  }
  return { grades, gone }
}
