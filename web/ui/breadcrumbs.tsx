import { Children, type ReactNode } from 'react'

const STEP =
  "inline-flex min-w-0 items-center not-first:before:px-0.5 not-first:before:content-['/'_/_''] max-md:not-last:flex-none"
/** Screen-reader text stays inside the link, which may be cut. */
const LINK =
  '[&_a]:relative [&_a]:inline-flex [&_a]:min-h-11 [&_a]:min-w-11 [&_a]:items-center [&_a]:px-1.5 [&_a]:wrap-anywhere [&_a]:underline [&_a]:underline-offset-3 [&_a]:hover:text-ink lg:[&_a]:min-h-8'
/** On a phone one line: the last link is truncated where its name is long, and read out whole. */
const LAST =
  'max-md:last:[&>*]:block max-md:last:[&>*]:min-w-0 max-md:last:[&>*]:truncate max-md:last:[&>*]:leading-[2.75rem]'

/** The way up from this page: its children are the links, from any router, the last one closest. */
export function Breadcrumbs({ children }: { children: ReactNode }) {
  return (
    <nav aria-label="Breadcrumb" className="max-md:min-w-0">
      <ol className="-ml-1.5 flex items-center text-[0.9375rem] font-semibold text-ink2 md:flex-wrap">
        {Children.map(children, (link) => link && <li className={`${STEP} ${LINK} ${LAST}`}>{link}</li>)}
      </ol>
    </nav>
  )
}
