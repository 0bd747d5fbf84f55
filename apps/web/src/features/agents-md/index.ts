export { AgentsMdPage } from './agents-md-page.tsx'
