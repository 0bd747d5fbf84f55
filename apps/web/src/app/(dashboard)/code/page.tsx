import { CodePage } from '../../../features/code-tree/index.ts'

const Page = () => <CodePage />

export default Page
