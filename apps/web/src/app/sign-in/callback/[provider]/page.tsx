import { CallbackPage } from '../../../../features/account/index.ts'

const Page = async ({ params }: { params: Promise<{ provider: string }> }) => (
  <CallbackPage provider={(await params).provider} />
)

export default Page
