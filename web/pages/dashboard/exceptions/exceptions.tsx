import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { EXCEPTIONS } from '#domain/exception.ts'
import type { Exception } from '#domain/schemas/exception.ts'
import { ApiError } from '#web/api-error.ts'
import { dateTimeText, usd } from '#web/format.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { paths } from '#web/paths.ts'
import { exceptionsQuery } from '#web/queries/exceptions.ts'
import { signOffsQuery } from '#web/queries/sign-offs.ts'
import { RepresentativesOnly, refusedBy } from '#web/site/instead.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { useZone } from '#web/site/zone.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { AdjustmentDrawer } from './adjustment-drawer.tsx'
import { SignOffs } from './sign-offs-card.tsx'

const queries = () => [exceptionsQuery, signOffsQuery]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('Exceptions')

/** What is rare goes to a person: what happened to money, and what two people agree to do about it (R29, R34). */
export default function Exceptions() {
  const exceptions = useQuery(exceptionsQuery)
  const signOffs = useQuery(signOffsQuery)
  if (exceptions.error instanceof ApiError && exceptions.error.status === 403) return <NotForThem />
  return (
    <main id="main" className="wrap grid gap-8 py-8 lg:py-10">
      <div>
        <BackLink>
          <Link to={paths.dashboard}>Dashboard</Link>
        </BackLink>
        <h1 className="mt-2">Exceptions</h1>
        <p className="quiet mt-2 max-w-[70ch]">
          What is ordinary, the books take by themselves. What is not waits here for you, and its money stays
          where it is until then.
        </p>
      </div>
      <LoadProblem what="The exceptions" found={exceptions} />
      {exceptions.data ? <List data={exceptions.data} /> : !exceptions.error && <Skeleton className="h-64" />}
      <LoadProblem what="What waits for approval" found={signOffs} />
      {signOffs.data ? <SignOffs data={signOffs.data} /> : !signOffs.error && <Skeleton className="h-64" />}
    </main>
  )
}

function List({ data }: { data: Exception[] }) {
  const [adjusting, setAdjusting] = useState<Exception | null>(null)
  return (
    <>
      <TableCard
        title="To decide"
        head={['What happened', 'Amount', 'Since', 'What to do']}
        numeric={['Amount']}
        most={10}
        empty="No exceptions"
        emptyText="Everything that happened to money explains itself."
        rows={data.map((one) => <Row key={one.id} one={one} onAdjust={() => setAdjusting(one)} />)}
      />
      {adjusting && <AdjustmentDrawer exception={adjusting} onClose={() => setAdjusting(null)} />}
    </>
  )
}

function Row({ one, onAdjust }: { one: Exception; onAdjust: () => void }) {
  const { kind, campaignId, campaignName, organizationName, pledgeId, reference, amount, happened } = one
  const { means, elsewhere } = EXCEPTIONS[kind]
  const zone = useZone()
  return (
    <tr>
      <th scope="row" className="full md:min-w-60">
        <span className="break-words">{happened}</span>
        <span className="fine block break-words font-normal">{means}</span>
        <span className="quiet fine mt-1 block break-words font-normal">
          <Link to={paths.manage(campaignId, 'settlements')} className="text-link">
            {campaignName}
          </Link>
          , {organizationName},{' '}
          <Link to={paths.pledge(pledgeId)} className="text-link">
            the pledge
          </Link>
        </span>
        <span className="quiet fine block wrap-anywhere font-normal">At the card provider: {reference}</span>
      </th>
      <td data-label="Amount" className="num">
        {usd(amount)}
        {one.moneyMode === 'sandbox' && <span className="quiet fine block font-normal">Test mode</span>}
      </td>
      <td data-label="Since" className="whitespace-nowrap">
        {dateTimeText(one.openedAt, zone)}
      </td>
      <td className="full md:min-w-56">
        <span className="fine block">{elsewhere}</span>
        <span className="mt-2 block">
          <Button
            size="dense"
            aria-label={`Prepare an adjustment of ${usd(amount)}: ${reference}`}
            onClick={onAdjust}
            reason={one.cannotAdjustReason ?? undefined}
          >
            Prepare an adjustment
          </Button>
        </span>
      </td>
    </tr>
  )
}

const NotForThem = () => <RepresentativesOnly>It is private because it shows payments.</RepresentativesOnly>

export const ErrorBoundary = refusedBy(NotForThem)
