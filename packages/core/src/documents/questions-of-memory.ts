/** What the text of a question that a memory answers begins with. */
export const answersTo = (question: string): string => `Answers: ${question}`

const ANSWERS = /^Answers: /

/** A question by itself; undefined where a text is none. */
export const questionIn = (body: string): string | undefined =>
  ANSWERS.test(body) ? body.replace(ANSWERS, '') : undefined
