import { MemoryLogPage } from '../../../../features/memories/index.ts'

const Page = () => <MemoryLogPage />

export default Page
