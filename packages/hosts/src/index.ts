export { createHosts } from './create-hosts.ts'
export { createGitHub } from './github/create-github.ts'
export { createGitLab } from './gitlab/create-gitlab.ts'
export { createSlack } from './slack/create-slack.ts'
