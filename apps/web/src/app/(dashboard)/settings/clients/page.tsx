import { ClientsPage } from '../../../../features/settings/index.ts'

const Page = () => <ClientsPage />

export default Page
