import { redirect } from 'next/navigation'

/** The list of sessions is the home page. */
const Page = () => redirect('/')

export default Page
