import { faFilePdf } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { NotShown } from '#web/parts/mailed-link/not-shown.tsx'
import { ReceiptSheet } from '#web/parts/sheets/receipt-sheet.tsx'
import { ReceiptNotFound, SheetLoading } from '#web/parts/sheets/sheet.tsx'
import { paths } from '#web/paths.ts'
import { linkedReceiptFile, linkedReceiptQuery } from '#web/queries/receipts.ts'
import { missingAs } from '#web/site/error-boundaries.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { secretHeaders } from '#web/site/secret-headers.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Params = Record<string, string | undefined>
const keyOf = ({ token = '', id = '' }: Params) => ({ token, id })
const queries = ({ params }: { params: Params }) => [linkedReceiptQuery(keyOf(params))]
export const loader = publicLoader(queries)
export const clientLoader = browserLoader(queries)
export const meta = () => privateMeta('Receipt')
export const headers = secretHeaders

function NotThere() {
  const { token = '' } = useParams()
  return <ReceiptNotFound to={paths.linkedPledge(token)} back="Your pledge" />
}
export const ErrorBoundary = missingAs(NotThere)

/** A receipt through its pledge's link: without a password, and without a script. */
export default function LinkedReceipt() {
  const key = keyOf(useParams())
  const found = useQuery(linkedReceiptQuery(key))
  const receipt = found.data
  if (!receipt) {
    const loading = <SheetLoading label="Loading the receipt" />
    return <NotShown what="The receipt" missing={<NotThere />} found={found} loading={loading} />
  }
  return (
    <main id="main" className="wrap grid gap-6 pt-8">
      <BackLink>
        <Link to={paths.linkedPledge(key.token)}>Your pledge</Link>
      </BackLink>
      <div className="flex max-w-[53.75rem] flex-wrap items-center justify-between gap-4">
        <h1>Receipt</h1>
        <a href={linkedReceiptFile(key)} download className={buttonClass()}>
          <Icon icon={faFilePdf} /> Save as PDF
        </a>
      </div>
      <ReceiptSheet receipt={receipt} />
    </main>
  )
}
