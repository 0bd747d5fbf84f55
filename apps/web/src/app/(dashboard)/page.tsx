import { FirstRunGuide } from '../../features/first-run/index.ts'
import { SessionsPage } from '../../features/sessions/index.ts'

const Page = () => (
  <>
    <FirstRunGuide />
    <SessionsPage />
  </>
)

export default Page
