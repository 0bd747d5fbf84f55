import { MemoryUsePage } from '../../../../features/memories/index.ts'

const Page = () => <MemoryUsePage />

export default Page
