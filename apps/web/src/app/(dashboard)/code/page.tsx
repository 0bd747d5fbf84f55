import { Suspense } from 'react'
import { CodePage } from '../../../features/code-tree/index.ts'

const Page = () => (
  <Suspense>
    <CodePage />
  </Suspense>
)

export default Page
