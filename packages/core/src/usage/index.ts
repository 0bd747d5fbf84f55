export { type AskModel, makeAskModel } from './ask-model.ts'
export { makeGetUsage, makeSetUsageSettings, type ServerModel } from './get-usage.ts'
export { reasonOfFailure } from './structured-model.ts'
