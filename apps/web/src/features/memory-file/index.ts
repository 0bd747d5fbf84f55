export { MemoryFilePage } from './memory-file-page.tsx'
