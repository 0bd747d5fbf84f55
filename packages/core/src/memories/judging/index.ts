export { JUDGE_SYSTEM, judgementSchema, judgePrompt } from './ask.ts'
export { DEPENDANTS_SYSTEM } from './ask-dependants.ts'
export { type JudgeDependants, makeJudgeDependants } from './judge-dependants.ts'
export { JUDGED, type JudgeMemories, judgeMemory, makeJudgeMemories } from './judge-memories.ts'
