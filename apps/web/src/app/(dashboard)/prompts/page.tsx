import { PromptsPage } from '../../../features/prompts/index.ts'

const Page = () => <PromptsPage />

export default Page
