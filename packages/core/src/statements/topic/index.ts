export { alternativesIn, reasonIn } from './reasons.ts'
export { type Clause, clauseOf } from './clause.ts'
export { topicOf } from './topic-of.ts'
