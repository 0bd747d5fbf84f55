import { JoinPage } from '../../features/account/index.ts'

const Page = () => <JoinPage />

export default Page
