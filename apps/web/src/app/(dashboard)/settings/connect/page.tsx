import { ConnectPage } from '../../../../features/connect/index.ts'

const Page = () => <ConnectPage />

export default Page
