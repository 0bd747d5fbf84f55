import type { ReactNode } from 'react'
import './page-header.css'

/** Name of the page, with a line about it and what can be done on the right. */
export const PageHeader = ({
  title,
  note,
  children,
}: {
  title: string
  note?: ReactNode
  children?: ReactNode
}) => (
  <div className="page-header">
    <div>
      <h1 className="page-header-title">{title}</h1>
      {note && <p className="page-header-note">{note}</p>}
    </div>
    {children}
  </div>
)
