import { SessionPage } from '../../../../features/session/index.ts'

const Page = () => <SessionPage />

export default Page
