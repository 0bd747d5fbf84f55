export { ContradictionsPage } from './contradictions-page.tsx'
export { MemoriesPage } from './memories-page.tsx'
export { MemoryPage } from './memory-page.tsx'
export { ReviewPage } from './review-page.tsx'
