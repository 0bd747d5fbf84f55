import { MemoriesPage } from '../../../features/memories/index.ts'

const Page = () => <MemoriesPage />

export default Page
