export { InsightsPage } from './insights-page.tsx'
