import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { ReceiptSheet } from '#web/parts/sheets/receipt-sheet.tsx'
import { SavePdf } from '#web/parts/sheets/save-pdf.tsx'
import { ReceiptNotFound, SheetLoading } from '#web/parts/sheets/sheet.tsx'
import { paths } from '#web/paths.ts'
import { givingOf, receiptFile, receiptQuery } from '#web/queries/receipts.ts'
import { missingAs } from '#web/site/error-boundaries.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { NotLoadedPage } from '#web/site/not-loaded-page.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'

const queries = ({ params }: { params: Record<string, string | undefined> }) => [
  receiptQuery(params.id ?? ''),
]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('Receipt')
export const ErrorBoundary = missingAs(ReceiptNotFound)

/** One receipt, to keep: the user's own, or any for a representative. */
export default function ReceiptPage() {
  const { id = '' } = useParams()
  const found = useQuery(receiptQuery(id))
  const receipt = found.data
  if (!receipt) {
    return found.error ? (
      <NotLoadedPage what="The receipt" found={found}>
        <ReceiptNotFound />
      </NotLoadedPage>
    ) : (
      <SheetLoading label="Loading the receipt" />
    )
  }
  const year = receipt.receivedOn.slice(0, 4)
  return (
    <main id="main" className="wrap grid gap-6 pt-8">
      <BackLink>
        <Link to={paths.pledge(receipt.pledgeId)}>The pledge</Link>
      </BackLink>
      <div className="flex max-w-[53.75rem] flex-wrap items-center justify-between gap-4">
        <h1>Receipt</h1>
        <div className="flex flex-wrap gap-3">
          <Link
            to={paths.giving(year, givingOf({ supporter: receipt.supporterId, pledge: receipt.pledgeId }))}
            className={buttonClass()}
          >
            All of {year}
          </Link>
          <SavePdf path={receiptFile(receipt.id)} />
        </div>
      </div>
      <ReceiptSheet receipt={receipt} />
    </main>
  )
}
