import { HealthPage } from '../../../features/health/index.ts'

const Page = () => <HealthPage />

export default Page
