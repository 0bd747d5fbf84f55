export { QUESTIONS_ASKED, QUESTIONS_SYSTEM, questionsAnswerSchema } from './ask.ts'
export { makeWriteQuestions, type WriteQuestions, writeQuestionsOf } from './write-questions.ts'
