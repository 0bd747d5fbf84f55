import { AuditPage } from '../../../../features/audit/index.ts'

const Page = () => <AuditPage />

export default Page
