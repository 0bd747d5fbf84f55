import { InsightsPage } from '../../../features/insights/index.ts'

const Page = () => <InsightsPage />

export default Page
