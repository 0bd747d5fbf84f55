import { ImportPage } from '../../../features/import/index.ts'

const Page = () => <ImportPage />

export default Page
