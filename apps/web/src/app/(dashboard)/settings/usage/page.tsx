import { UsagePage } from '../../../../features/settings/index.ts'

const Page = () => <UsagePage />

export default Page
