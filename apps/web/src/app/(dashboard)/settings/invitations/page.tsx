import { InvitationsPage } from '../../../../features/settings/index.ts'

const Page = () => <InvitationsPage />

export default Page
