export { RetentionPage } from './retention-page.tsx'
export { removalWords } from './retention-words.ts'
