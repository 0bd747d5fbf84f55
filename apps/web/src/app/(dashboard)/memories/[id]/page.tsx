import { MemoryPage } from '../../../../features/memories/index.ts'

const Page = () => <MemoryPage />

export default Page
