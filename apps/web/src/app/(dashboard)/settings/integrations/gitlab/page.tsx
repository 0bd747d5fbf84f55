import { ConnectGitLabPage } from '../../../../../features/integrations/index.ts'

const Page = () => <ConnectGitLabPage />

export default Page
