import { TimelinePage } from '../../../features/timeline/index.ts'

const Page = () => <TimelinePage />

export default Page
