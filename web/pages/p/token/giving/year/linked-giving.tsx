import { faFilePdf } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { LinkEnded, NotShown } from '#web/parts/mailed-link/not-shown.tsx'
import { ChooseYear, GivingSheet } from '#web/parts/sheets/giving-sheet.tsx'
import { SheetLoading } from '#web/parts/sheets/sheet.tsx'
import { paths } from '#web/paths.ts'
import { linkedGivingFile, linkedGivingQuery } from '#web/queries/receipts.ts'
import { missingAs } from '#web/site/error-boundaries.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { secretHeaders } from '#web/site/secret-headers.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Params = Record<string, string | undefined>
const keyOf = ({ token = '', year = '' }: Params) => ({ token, year })
const queries = ({ params }: { params: Params }) => [linkedGivingQuery(keyOf(params))]
export const loader = publicLoader(queries)
export const clientLoader = browserLoader(queries)
export const meta = () => privateMeta('Year-end statement')
export const headers = secretHeaders

export const ErrorBoundary = missingAs(LinkEnded)

/** The year-end statement of one pledge, through its link: without a password. */
export default function LinkedGivingPage() {
  const key = keyOf(useParams())
  const found = useQuery(linkedGivingQuery(key))
  const giving = found.data
  if (!giving) {
    const loading = <SheetLoading label="Loading the statement" />
    return <NotShown what="The year-end statement" missing={<LinkEnded />} found={found} loading={loading} />
  }
  return (
    <main id="main" className="wrap grid gap-6 pt-8">
      <BackLink>
        <Link to={paths.linkedPledge(key.token)}>Your pledge</Link>
      </BackLink>
      <div className="flex max-w-[53.75rem] flex-wrap items-center justify-between gap-4">
        <h1>Year-end statement</h1>
        <div className="flex flex-wrap items-center gap-3">
          <ChooseYear giving={giving} pathOf={(year) => paths.linkedGiving(key.token, year)} />
          {giving.organizations.length > 0 && (
            <a href={linkedGivingFile(key)} download className={buttonClass()}>
              <Icon icon={faFilePdf} /> Save as PDF
            </a>
          )}
        </div>
      </div>
      <GivingSheet
        giving={giving}
        receiptPath={(id) => paths.linkedReceipt(key.token, id)}
        pathOf={(year) => paths.linkedGiving(key.token, year)}
      />
    </main>
  )
}
