import { redirect } from 'next/navigation'
import { HomePage } from '../../features/home/index.ts'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** The list of sessions was here: addresses that narrow it still lead to it. */
const Page = async ({ searchParams }: Props) => {
  const asked = Object.entries(await searchParams).flatMap(([name, values]) =>
    [values ?? []].flat().map((value) => [name, value]),
  )
  if (asked.some(([name]) => name !== 'guide')) redirect(`/sessions?${new URLSearchParams(asked)}`)
  return <HomePage />
}

export default Page
