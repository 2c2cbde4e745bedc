import { Children, type ReactNode } from 'react'

/** The way up from this page: its children are the links, from any router, the last one closest. */
export function Breadcrumbs({ children }: { children: ReactNode }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="breadcrumbs">{Children.map(children, (link) => link && <li>{link}</li>)}</ol>
    </nav>
  )
}
