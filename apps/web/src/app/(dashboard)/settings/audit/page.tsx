import { AuditPage } from '../../../../features/settings/index.ts'

const Page = () => <AuditPage />

export default Page
