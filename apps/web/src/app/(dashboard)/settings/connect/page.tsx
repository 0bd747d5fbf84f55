import { ConnectPage } from '../../../../features/settings/index.ts'

const Page = () => <ConnectPage />

export default Page
