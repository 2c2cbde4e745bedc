import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isZero, usd } from '#domain/billing/receipt-sentences.ts'
import { brand } from '#web/content/brand.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { EmptyState, Note, Skeleton } from '#web/ui/note.tsx'

/** The page as it is kept and printed: the amount given comes first. */
export function Sheet({
  label,
  amount,
  beside,
  isTestMoney,
  children,
}: {
  label: string
  amount: string
  beside: ReactNode
  isTestMoney: boolean
  children: ReactNode
}) {
  return (
    <article className="card pad grid max-w-[53.75rem] gap-7">
      {isTestMoney && <Note>Test mode: no real money was involved.</Note>}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div>
          <p className="label quiet">{label}</p>
          <Figure text={usd(amount)} size="l" />
        </div>
        <div className="min-w-0 break-words sm:text-right">{beside}</div>
      </div>
      {children}
      <p className="quiet fine border-t border-line pt-4">
        Questions? {brand.contactEmail}, <span className="whitespace-nowrap">{brand.contactPhone}</span>
      </p>
    </article>
  )
}

/** Labels on the left, their values beside them. */
export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="quiet max-sm:mt-1.5">{name}</dt>
          <dd className="min-w-0 break-words font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The same in every table of the page, so that columns line up. */
const WIDTHS = ['md:w-[52%]', 'md:w-[26%]', 'num']

/** Money in a column, with its sum. */
export function Sums({
  title,
  head,
  rows,
  total,
}: {
  title: string
  head: readonly [string, string, string]
  rows: readonly { key: string; cells: readonly [ReactNode, ReactNode]; amount: string }[]
  total: { label: string; amount: string }
}) {
  return (
    <section aria-label={title}>
      <Heading level={2} size="card">
        {title}
      </Heading>
      <div className="relative overflow-x-auto mt-2">
        <table className="table snug md:table-fixed" aria-label={title}>
          <thead>
            <tr>
              {head.map((name, index) => (
                <th key={name} scope="col" className={WIDTHS[index] ?? ''}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells, amount }) => (
              <tr key={key}>
                <th scope="row" className="font-semibold wrap-anywhere">
                  {cells[0]}
                </th>
                <td className="max-md:whitespace-nowrap">{cells[1]}</td>
                <td className="num">
                  <Figure text={usd(amount)} size="t" />
                </td>
              </tr>
            ))}
            <tr className="bg-sunken">
              <td colSpan={2} className="font-bold">
                {total.label}
              </td>
              <td className="num">
                <Figure text={usd(total.amount)} size="t" />
              </td>
            </tr>
          </tbody>
        </table>
      </div>
    </section>
  )
}

export const hasAmount = (amount: string): boolean => !isZero(amount)

export function ReceiptNotFound({
  to = paths.pledges,
  back = 'Your Pledges',
  title = 'Receipt not found',
}: {
  to?: string
  back?: string
  title?: string
}) {
  return (
    <main id="main" className="wrap py-16">
      <EmptyState
        level={1}
        title={title}
        action={
          <Link to={to} className={buttonClass()}>
            {back}
          </Link>
        }
      >
        It doesn’t exist, or it belongs to another account.
      </EmptyState>
    </main>
  )
}

export function SheetLoading({ label }: { label: string }) {
  return (
    <main id="main" className="wrap grid gap-6 py-10" aria-busy="true" aria-label={label}>
      <Skeleton className="h-12 w-1/2" />
      <Skeleton className="h-96 max-w-[53.75rem]" />
    </main>
  )
}
