import { OwnAgentsPage } from '../../../../features/settings/index.ts'

const Page = () => <OwnAgentsPage />

export default Page
