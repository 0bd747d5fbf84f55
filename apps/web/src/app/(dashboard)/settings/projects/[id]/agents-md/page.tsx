import { AgentsMdPage } from '../../../../../../features/agents-md/index.ts'

const Page = () => <AgentsMdPage />

export default Page
