export { CodePage } from './code-page.tsx'
