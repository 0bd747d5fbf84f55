import { ANSWERS } from './answers.ts'
import { digestOf } from './digest.ts'

/** What is said in Slack, in the forms that it takes. */
export const SLACK_WORDING = { ...ANSWERS, digestOf }
