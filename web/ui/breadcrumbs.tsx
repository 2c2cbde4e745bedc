import { Children, type ReactNode } from 'react'

// On a phone one line: the last link is cut where its name is long, and read out whole.
const LIST = '-ml-1.5 flex items-center text-[15px] font-semibold text-ink2 md:flex-wrap'
const LINK =
  '*:[a]:relative *:[a]:inline-flex *:[a]:min-h-11 *:[a]:min-w-11 *:[a]:items-center *:[a]:px-1.5 *:[a]:underline *:[a]:underline-offset-3 *:[a]:wrap-anywhere *:[a]:hover:text-ink lg:*:[a]:min-h-8'
const LAST = 'max-md:last:*:block max-md:last:*:min-w-0 max-md:last:*:truncate max-md:last:*:leading-[44px]'
const PART = `inline-flex min-w-0 items-center not-first:before:px-0.5 not-first:before:content-['/'_/_''] max-md:not-last:flex-none ${LINK} ${LAST}`

/** The way up from this page: its children are the links, of whatever router there is, the last one closest. */
export function Breadcrumbs({ children }: { children: ReactNode }) {
  return (
    <nav aria-label="Breadcrumb" className="max-md:min-w-0">
      <ol className={LIST}>{Children.map(children, (link) => link && <li className={PART}>{link}</li>)}</ol>
    </nav>
  )
}
