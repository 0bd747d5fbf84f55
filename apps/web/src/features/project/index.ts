export { ProjectPage } from './project-page.tsx'
