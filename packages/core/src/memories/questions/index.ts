export { QUESTIONS_ASKED } from './ask.ts'
export { makeWriteQuestions, type WriteQuestions } from './write-questions.ts'
