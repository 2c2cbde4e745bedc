import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import type { Giving } from '#domain/schemas/receipt.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { ChooseYear, GivingSheet } from '#web/parts/sheets/giving-sheet.tsx'
import { SavePdf } from '#web/parts/sheets/save-pdf.tsx'
import { ReceiptNotFound, SheetLoading } from '#web/parts/sheets/sheet.tsx'
import { paths } from '#web/paths.ts'
import { givingFile, givingOf, givingQuery } from '#web/queries/receipts.ts'
import { missingAs } from '#web/site/error-boundaries.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { NotLoadedPage } from '#web/site/not-loaded-page.tsx'
import { useUser } from '#web/site/session.ts'
import { BackLink } from '#web/ui/back-link.tsx'

const askedIn = (search: URLSearchParams) => ({
  supporter: search.get('supporter'),
  pledge: search.get('pledge'),
})
type Args = { request: Request; params: Record<string, string | undefined> }
const queries = ({ request, params }: Args) => [
  givingQuery(params.year ?? '', givingOf(askedIn(new URL(request.url).searchParams))),
]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('Year-end statement')
const NotThere = () => <ReceiptNotFound title="Year-end statement not found" />
export const ErrorBoundary = missingAs(NotThere)

/** All that a supporter gave in a calendar year, by organization. */
export default function GivingPage() {
  const { year = '' } = useParams()
  const asked = askedIn(useSearchParams()[0])
  const found = useQuery(givingQuery(year, givingOf(asked)))
  const giving = found.data
  const user = useUser()
  if (!giving) {
    return found.error ? (
      <NotLoadedPage what="The year-end statement" found={found}>
        <NotThere />
      </NotLoadedPage>
    ) : (
      <SheetLoading label="Loading the statement" />
    )
  }
  const pathOf = (one: string, pledge = asked.pledge) => paths.giving(one, givingOf({ ...asked, pledge }))
  // Nobody else may read it but representatives.
  const isDesk = user !== null && user.id !== giving.supporterId
  return (
    <main id="main" className="wrap grid gap-6 pt-8">
      <BackLink>
        {isDesk ? <Link to={paths.dashboard}>Dashboard</Link> : <Link to={paths.pledges}>Your Pledges</Link>}
      </BackLink>
      <div className="flex max-w-[53.75rem] flex-wrap items-center justify-between gap-4">
        <h1>Year-end statement</h1>
        <div className="flex flex-wrap items-center gap-3">
          <ChooseYear giving={giving} pathOf={pathOf} />
          {giving.organizations.length > 0 && (
            <SavePdf path={givingFile(String(giving.year), givingOf(asked))} />
          )}
        </div>
      </div>
      <OtherNames giving={giving} pathOf={pathOf} />
      <GivingSheet giving={giving} receiptPath={paths.receipt} pathOf={pathOf} />
    </main>
  )
}

/** Two people may pledge from one mailbox: each has a statement in their own name. */
function OtherNames({
  giving: { year, names = [], supporterName },
  pathOf,
}: {
  giving: Giving
  pathOf: (year: string, pledge: string) => string
}) {
  const others = names.filter(({ name }) => name !== supporterName)
  if (others.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-2">
      {others.map(({ name, pledgeId }) => (
        <Link key={name} to={pathOf(String(year), pledgeId)} className="text-link">
          Statement of {name}
        </Link>
      ))}
    </p>
  )
}
