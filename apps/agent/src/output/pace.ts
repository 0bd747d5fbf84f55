import { count, duration } from './format.ts'

type Pace = {
  done: number
  total: number
  elapsedMs: number
  /** What is counted, as in `12 files/s`: beside a second figure a bare rate could be of either. */
  unit: string
}

/** How fast it goes and how long the rest takes, once a moment has shown it: `, 12 files/s, 3 min 5 s left`. */
export const paceText = ({ done, total, elapsedMs, unit }: Pace): string => {
  if (elapsedMs < 2_000 || done < 5 || done >= total) return ''
  const perSecond = (done * 1_000) / elapsedMs
  const rate = perSecond >= 10 ? count(Math.round(perSecond)) : perSecond.toFixed(1)
  const left = ((total - done) * elapsedMs) / done
  return `, ${rate} ${unit}/s, ${duration(Math.max(left, 1_000))} left`
}
