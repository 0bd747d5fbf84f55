export { Markdown } from './markdown.tsx'
export { SafeLink } from './safe-link.tsx'
