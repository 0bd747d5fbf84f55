import { DeletionsPage } from '../../../../features/settings/index.ts'

const Page = () => <DeletionsPage />

export default Page
