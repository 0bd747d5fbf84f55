export { ImportLink } from './import-link.tsx'
export { ImportPage } from './import-page.tsx'
