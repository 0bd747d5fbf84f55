export { HomePage } from './home-page.tsx'
export { useShowGuide } from './use-guide.ts'
