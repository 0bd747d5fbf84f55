export { Markdown } from './markdown.tsx'
export { followable, SafeLink } from './safe-link.tsx'
