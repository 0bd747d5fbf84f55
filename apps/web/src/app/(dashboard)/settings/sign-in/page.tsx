import { ProvidersPage } from '../../../../features/settings/index.ts'

const Page = () => <ProvidersPage />

export default Page
