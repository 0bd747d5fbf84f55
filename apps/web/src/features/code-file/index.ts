export { CodeFilePage } from './code-file-page.tsx'
