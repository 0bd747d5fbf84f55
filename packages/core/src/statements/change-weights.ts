import type { ChangeFeatures } from './change-features.ts'

/** Fitted by bench/corrections/fit.ts; not written by hand. */
export const CHANGE_WEIGHTS: Readonly<Record<'bias' | keyof ChangeFeatures, number>> = {
  bias: -5.9,
  foreign: -1.88,
  exchanged: -1.13,
  subject: 1.78,
  deniedValue: 0.76,
  numbers: 0.67,
  narrow: 0,
  coverNewer: 1.02,
  coverOlder: 3.48,
  mass: 6.59,
  opposed: 0.95,
  replaces: 1.39,
  mayReplace: 2.71,
  sign: 0.62,
  labels: 0,
}

export const LIKENESS_WEIGHTS = {
  bias: -3.38,
  words: 0.34,
  same: 16.55,
  foreign: 9.75,
  rules: 4.29,
} as const
