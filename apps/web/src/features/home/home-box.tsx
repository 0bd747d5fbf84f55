import Link from 'next/link'
import type { ReactNode } from 'react'

type Props = {
  title: string
  /** How many there are, where that is a number worth seeing. */
  amount?: string | undefined
  tone?: 'plain' | 'wait' | 'error'
  /** The page where it is done. */
  page: { href: string; name: string }
  /** What is said in place of the content, where there is nothing. */
  nothing?: string | false
  children?: ReactNode
}

/** One part of the first page: what there is, and where it is done. */
export const HomeBox = ({
  title,
  amount,
  tone = 'plain',
  page,
  nothing = false,
  children,
}: Props) => (
  <section className="home-box" data-tone={tone} data-empty={nothing !== false || undefined}>
    <header>
      <h2>{title}</h2>
      {amount !== undefined && nothing === false && <span className="home-amount">{amount}</span>}
    </header>
    {nothing === false ? children : <p className="home-nothing">{nothing}</p>}
    <Link className="tl-link home-page-link" href={page.href}>
      {page.name}
    </Link>
  </section>
)
