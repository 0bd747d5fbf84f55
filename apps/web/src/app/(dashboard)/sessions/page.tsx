import { SessionsPage } from '../../../features/sessions/index.ts'

const Page = () => <SessionsPage />

export default Page
