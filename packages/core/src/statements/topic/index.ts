export { type Clause, clauseOf } from './clause.ts'
export { alternativesIn, reasonIn } from './reasons.ts'
export { topicOf } from './topic-of.ts'
