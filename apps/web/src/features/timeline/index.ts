export { TimelinePage } from './timeline-page.tsx'
