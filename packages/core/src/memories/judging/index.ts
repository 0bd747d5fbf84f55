export { JUDGE_SYSTEM, judgementSchema, judgePrompt } from './ask.ts'
export { JUDGED, type JudgeMemories, makeJudgeMemories } from './judge-memories.ts'
