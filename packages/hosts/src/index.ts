export { createGitHub } from './github/create-github.ts'
