export { makeProposeRelationships, type ProposeRelationships } from './propose-relationships.ts'
