export { crossedSecrets } from '../redaction/labelled/crossed-set.ts'
export {
  type Half,
  labelledLookAlikes,
  labelledSecrets,
  type Negative,
  type Positive,
} from '../redaction/labelled/labelled-set.ts'
export {
  precisionOf,
  recallOf,
  type Score,
  scoreNegative,
  scorePositive,
  sumOf,
} from '../redaction/labelled/score.ts'
