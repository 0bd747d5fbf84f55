import { MemoryFilePage } from '../../../../features/memory-file/index.ts'

const Page = () => <MemoryFilePage />

export default Page
