export type QuestionScores = {
  'recall@5': number
  'recall@10': number
  mrr: number
  'ndcg@10': number
}

/**
 * Scores one ranking against the ids that answer the question (all equally right). Recall counts against as many as
 * fit into the first k.
 */
export const scoreRanking = (
  ranked: readonly string[],
  relevant: ReadonlySet<string>,
): QuestionScores => {
  const recallAt = (k: number): number => {
    const found = ranked.slice(0, k).filter((id) => relevant.has(id)).length
    return found / Math.max(1, relevant.size)
  }
  const first = ranked.findIndex((id) => relevant.has(id))
  return {
    'recall@5': recallAt(5),
    'recall@10': recallAt(10),
    mrr: first === -1 ? 0 : 1 / (first + 1),
    'ndcg@10': ndcg(ranked.slice(0, 10), relevant),
  }
}

const ndcg = (ranked: readonly string[], relevant: ReadonlySet<string>): number => {
  const gain = (place: number): number => 1 / Math.log2(place + 2)
  const found = ranked.reduce((sum, id, place) => sum + (relevant.has(id) ? gain(place) : 0), 0)
  let ideal = 0
  for (let place = 0; place < Math.min(10, relevant.size); place++) ideal += gain(place)
  return ideal === 0 ? 0 : found / ideal
}
