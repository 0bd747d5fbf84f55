import { ConnectHostPage } from '../../../../../features/integrations/index.ts'

const Page = () => <ConnectHostPage />

export default Page
