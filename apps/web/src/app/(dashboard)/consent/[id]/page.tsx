import { ConsentPage } from '../../../../features/consent/index.ts'

const Page = async ({ params }: { params: Promise<{ id: string }> }) => (
  <ConsentPage id={(await params).id} />
)

export default Page
