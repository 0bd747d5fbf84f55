export { CommitPage } from './commit-page.tsx'
export { LinkList } from './link-list.tsx'
