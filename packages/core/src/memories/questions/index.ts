export { QUESTIONS_ASKED, QUESTIONS_SYSTEM } from './ask.ts'
export { makeWriteQuestions, type WriteQuestions } from './write-questions.ts'
