import { TeamPage } from '../../../../features/settings/index.ts'

const Page = () => <TeamPage />

export default Page
