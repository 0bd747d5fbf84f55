export {
  type JudgedSearchQuery,
  judgedSearchQuerySchema,
} from './contracts/judged-search.contract.ts'
export {
  type Judged,
  type JudgedState,
  judgedSchema,
  VERDICTS,
  type Verdict,
  verdictInWords,
} from './contracts/verdict.contract.ts'
