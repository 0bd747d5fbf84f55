import { Suspense } from 'react'
import { CodeFilePage } from '../../../features/code-file/index.ts'

const Page = () => (
  <Suspense>
    <CodeFilePage />
  </Suspense>
)

export default Page
