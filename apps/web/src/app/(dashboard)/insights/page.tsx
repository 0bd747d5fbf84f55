import { Suspense } from 'react'
import { InsightsPage } from '../../../features/insights/index.ts'

const Page = () => (
  <Suspense>
    <InsightsPage />
  </Suspense>
)

export default Page
