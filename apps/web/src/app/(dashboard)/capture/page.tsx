import { CapturePage } from '../../../features/capture/index.ts'

const Page = () => <CapturePage />

export default Page
