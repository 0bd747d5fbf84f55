import { CommitPage } from '../../../../features/commit/index.ts'

const Page = () => <CommitPage />

export default Page
