export { crossedSecrets } from './crossed-set.ts'
export {
  type Half,
  labelledLookAlikes,
  labelledSecrets,
  type Positive,
} from './labelled-set.ts'
export {
  precisionOf,
  recallOf,
  type Score,
  scoreNegative,
  scorePositive,
  sumOf,
} from './score.ts'
