import { MemoryPolicyPage } from '../../../../features/settings/index.ts'

const Page = () => <MemoryPolicyPage />

export default Page
