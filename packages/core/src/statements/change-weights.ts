import type { ChangeFeatures } from './change-features.ts'

/** Fitted by bench/corrections/fit.ts; not written by hand. */
export const CHANGE_WEIGHTS: Readonly<Record<'bias' | keyof ChangeFeatures, number>> = {
  bias: -5.58,
  foreign: -3.03,
  exchanged: -1.53,
  subject: 2.3,
  deniedValue: 1.85,
  numbers: 1.8,
  narrow: -6,
  coverNewer: 1.8,
  coverOlder: 3.32,
  mass: 4.24,
  opposed: 2.94,
  labels: -8.22,
}
