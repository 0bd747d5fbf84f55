import { AgentsMdPage } from '../../../../../../features/settings/index.ts'

const Page = () => <AgentsMdPage />

export default Page
