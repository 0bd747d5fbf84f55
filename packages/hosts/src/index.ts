export { createGitHub } from './github/create-github.ts'
export { createSlack } from './slack/create-slack.ts'
