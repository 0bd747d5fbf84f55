export { failingItems } from './change-report/gate.ts'
export { junitOf } from './change-report/junit.ts'
export { type MarkdownOptions, markdownOf } from './change-report/markdown.ts'
export { changeSarif } from './change-report/sarif.ts'
