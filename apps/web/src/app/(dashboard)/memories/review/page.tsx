import { ReviewPage } from '../../../../features/memories/index.ts'

const Page = () => <ReviewPage />

export default Page
