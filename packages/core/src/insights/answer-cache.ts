/** What an answer rests on, as far as its reader sees it. `access`: what they may see at all. */
type Mark = { access: string; data: string }

type Kept<T> = { answer: T; mark: Mark; at: number; tookMs: number }

type Asked<T> = { key: string; mark: Mark; compute: () => Promise<T> }

/** What is quick is never answered from before. */
const QUICK_MS = 300
/** So old may an answer be while a newer one is worked out, and while nothing has changed but the time. */
const OLDEST_MS = 5 * 60_000
const MOST = 200
/** So many times what it took, an answer rests before it is worked out again: people wait for the database meanwhile. */
const RESTS = 10

/**
 * Keeps answers that take long to work out: as long as nothing changed they are given again, and where something changed a moment
 * ago the last one is given while a newer one is worked out. Never where its reader may see something else than then.
 */
export const createAnswerCache = <T>(clock: () => number = () => performance.now()) => {
  const kept = new Map<string, Kept<T>>()
  const underWay = new Map<string, Promise<T>>()

  const work = ({ key, mark, compute }: Asked<T>): Promise<T> => {
    const name = `${key} ${mark.access}`
    const running = underWay.get(name)
    if (running !== undefined) return running
    const began = clock()
    const answering = compute()
      .then((answer) => {
        kept.delete(key)
        kept.set(key, { answer, mark, at: clock(), tookMs: clock() - began })
        for (const [oldest] of [...kept].slice(0, Math.max(0, kept.size - MOST)))
          kept.delete(oldest)
        return answer
      })
      .finally(() => underWay.delete(name))
    underWay.set(name, answering)
    return answering
  }

  return async (asked: Asked<T>): Promise<T> => {
    const known = kept.get(asked.key)
    const isUsable =
      known !== undefined &&
      known.mark.access === asked.mark.access &&
      known.tookMs > QUICK_MS &&
      clock() - known.at < OLDEST_MS
    if (!isUsable) return work(asked)
    const isRested = clock() - known.at >= RESTS * known.tookMs
    // Whoever asks next gets what came of it, or its failure.
    if (known.mark.data !== asked.mark.data && isRested) work(asked).catch(() => {})
    return known.answer
  }
}
