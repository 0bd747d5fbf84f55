export { SessionsPage } from './sessions-page.tsx'
export { useStats } from './use-stats.ts'
