export { Heading, Markdown } from './markdown.tsx'
export { SafeLink } from './safe-link.tsx'
