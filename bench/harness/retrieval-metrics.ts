export type QuestionScores = {
  'recall@5': number
  'recall@10': number
  /** 1 where any of the first ten is right. */
  'hit@10': number
  mrr: number
  'ndcg@10': number
  /** Part of the first ten that somebody has looked at. */
  'judged@10': number
}

/**
 * Scores one ranking against how well each document answers the question; documents without a grade answer nothing. Recall
 * counts against as many as fit into the first k. In NDCG a grade is worth 2^grade − 1.
 */
export const scoreRanking = (
  ranked: readonly string[],
  grades: ReadonlyMap<string, number>,
): QuestionScores => {
  const gradeOf = (id: string): number => grades.get(id) ?? 0
  const right = [...grades.values()].filter((grade) => grade > 0).length
  const recallAt = (k: number): number => {
    const found = ranked.slice(0, k).filter((id) => gradeOf(id) > 0).length
    return found / Math.max(1, Math.min(k, right))
  }
  const first = ranked.findIndex((id) => gradeOf(id) > 0)
  const shown = ranked.slice(0, 10)
  const best = [...grades.values()].sort((a, b) => b - a).slice(0, 10)
  const ideal = cumulated(best)
  return {
    'recall@5': recallAt(5),
    'recall@10': recallAt(10),
    'hit@10': ranked.slice(0, 10).some((id) => gradeOf(id) > 0) ? 1 : 0,
    mrr: first === -1 ? 0 : 1 / (first + 1),
    'ndcg@10': ideal === 0 ? 0 : cumulated(shown.map(gradeOf)) / ideal,
    'judged@10':
      shown.length === 0 ? 1 : shown.filter((id) => grades.has(id)).length / shown.length,
  }
}

const cumulated = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0)
