import { SignInPage } from '../../features/account/index.ts'

const Page = () => <SignInPage />

export default Page
