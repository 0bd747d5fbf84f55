import { RetentionPage } from '../../../../../../features/retention/index.ts'

const Page = () => <RetentionPage />

export default Page
