import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { BankLine, BankMatched, BankMovement } from '#domain/schemas/bank-statement.ts'
import { ApiError } from '#web/api-error.ts'
import { calendarDayText, countText, usd } from '#web/format.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { LoadProblem, NotLoaded } from '#web/parts/records/not-loaded.tsx'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { usePages } from '#web/parts/records/use-pages.tsx'
import { paths } from '#web/paths.ts'
import { BANK_PAGE_SIZE, bankLinesQuery, bankMovementsQuery } from '#web/queries/bank-statement.ts'
import { RepresentativesOnly, refusedBy } from '#web/site/error-boundaries.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'
import { DecideLine } from './decide-line.tsx'
import { ImportFile } from './import-file.tsx'
import { movementLabel } from './movement-labels.ts'

const queries = () => [bankLinesQuery('open'), bankMovementsQuery]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('Bank account')

/** Each line of the bank, and what it is by the books: proposed by the program, decided by a person. */
export default function Bank() {
  const found = useQuery(bankMovementsQuery)
  if (found.error instanceof ApiError && found.error.status === 403) return <NotForThem />
  return (
    <main id="main" className="wrap grid gap-8 py-8 lg:py-10">
      <div>
        <Breadcrumbs>
          <Link to={paths.dashboard}>Dashboard</Link>
        </Breadcrumbs>
        <h1 className="mt-2">Bank account</h1>
        <p className="quiet mt-2 max-w-[62ch]">
          What the bank shows, line by line, beside what the books say: deposits by slip, payouts and refunds
          by check or transfer, the card provider’s payouts, and checks that came back.{' '}
          <Link to={`${paths.help}#close-month`} className="text-link">
            How to close a month
          </Link>
        </p>
      </div>
      <ImportFile />
      <OpenLines />
      <LoadProblem what="What is not at the bank yet" found={found} />
      {found.data && <Outstanding movements={found.data} />}
      <DecidedLines />
    </main>
  )
}

const NotForThem = () => (
  <RepresentativesOnly>It is private because it shows the provider’s bank account.</RepresentativesOnly>
)
export const ErrorBoundary = refusedBy(NotForThem)

function OpenLines() {
  const [deciding, setDeciding] = useState<BankLine | null>(null)
  const { rows, count, pager, error, isPending, retry, isTrying } = usePages({
    label: 'Pages: to match',
    size: BANK_PAGE_SIZE,
    query: (after) => bankLinesQuery('open', after),
  })
  if (error && rows.length === 0)
    return <NotLoaded what="The lines to match" message={error.message} isTrying={isTrying} onRetry={retry} />
  if (isPending) return <Skeleton className="h-40" />
  const sure = rows.filter(({ isSure }) => isSure)
  return (
    <>
      <TableCard
        title={count === 0 ? 'To match' : `To match: ${countText(count)}`}
        head={['Day', 'Amount', 'At the bank', 'In the books', 'Actions']}
        numeric={['Amount']}
        most={BANK_PAGE_SIZE}
        empty="No line to match"
        emptyText="The lines of a file that you import are listed here until you say what they are."
        {...(sure.length > 0 ? { actions: <MatchSure lines={sure} /> } : {})}
        pager={pager}
        rows={rows.map((line) => (
          <tr key={line.id}>
            <AtTheBank line={line} />
            <td data-label="In the books">
              <Proposed line={line} />
            </td>
            <td className="whitespace-nowrap">
              <Button
                size="dense"
                aria-label={`Decide: ${usd(line.amount)}, ${line.text}`}
                onClick={() => setDeciding(line)}
              >
                Decide
              </Button>
            </td>
          </tr>
        ))}
      />
      {deciding && <DecideLine line={deciding} onClose={() => setDeciding(null)} />}
    </>
  )
}

/** The line as the bank wrote it. */
const AtTheBank = ({ line }: { line: BankLine }) => (
  <>
    <td data-label="Day" className="whitespace-nowrap">
      {calendarDayText(line.day)}
    </td>
    <td data-label="Amount" className="num whitespace-nowrap">
      {usd(line.amount)}
    </td>
    <th scope="row" data-label="At the bank" className="full wrap-anywhere">
      {line.text || 'No text'}
    </th>
  </>
)

/** What the program proposes, and how sure it is. */
function Proposed({ line: { isSure, choices, bounces } }: { line: BankLine }) {
  const [only] = choices
  const [bounce] = bounces
  if (isSure && only) return <Found movement={only} />
  if (bounce)
    return (
      <>
        A returned check?{' '}
        <Link to={paths.postedPayment(bounce.number ?? '')} className="text-link">
          {bounces.length === 1
            ? `Check ${bounce.number ?? 'without a number'}: record that it bounced`
            : `One of ${bounces.length} checks of this amount`}
        </Link>
      </>
    )
  if (choices.length === 0) return <span className="quiet">Nothing of this amount</span>
  return (
    <span>
      {choices.length === 1 ? `${movementLabel(choices[0] as BankMovement)}?` : `One of ${choices.length}?`}
    </span>
  )
}

const Found = ({ movement }: { movement: BankMovement }) => (
  <>
    {movementLabel(movement)}
    <span className="quiet fine block">{calendarDayText(movement.day)}</span>
  </>
)

/** One press for all lines of the page that can only be one thing. */
function MatchSure({ lines }: { lines: readonly BankLine[] }) {
  const match = useWrite<BankMatched>({
    request: () => ({
      method: 'POST',
      path: '/api/bank-matches',
      payload: {
        matches: lines.flatMap(({ id: lineId, choices: [only] }) =>
          only ? [{ lineId, matchId: only.id }] : [],
        ),
      },
    }),
    failure: 'The lines were not matched',
    success: ({ matched }) => ({ title: matched === 1 ? '1 line matched' : `${matched} lines matched` }),
    refresh: [['bank']],
  })
  return (
    <Button kind="primary" pending={match.isPending && 'Matching...'} onClick={() => match.mutate()}>
      {lines.length === 1 ? 'Match the 1 sure line' : `Match the ${lines.length} sure lines`}
    </Button>
  )
}

/** Checks that were not cashed, deposits that the bank has not booked: what explains the difference. */
function Outstanding({ movements }: { movements: readonly BankMovement[] }) {
  return (
    <TableCard
      title="In the books, not matched yet"
      head={['Day', 'Amount', 'In the books']}
      numeric={['Amount']}
      above={
        <p className="quiet max-w-[62ch]">
          Checks that were not cashed yet, and what the bank’s next file will show.
        </p>
      }
      empty="Everything in the books was seen at the bank"
      rows={movements.map((movement) => (
        <tr key={movement.id}>
          <td data-label="Day" className="whitespace-nowrap">
            {calendarDayText(movement.day)}
          </td>
          <td data-label="Amount" className="num whitespace-nowrap">
            {usd(movement.amount)}
          </td>
          <th scope="row" data-label="In the books" className="full">
            {movementLabel(movement)}
          </th>
        </tr>
      ))}
    />
  )
}

function DecidedLines() {
  const { rows, pager, error, retry, isTrying } = usePages({
    label: 'Pages: matched',
    size: BANK_PAGE_SIZE,
    query: (after) => bankLinesQuery('decided', after),
  })
  if (error && rows.length === 0)
    return <NotLoaded what="The matched lines" message={error.message} isTrying={isTrying} onRetry={retry} />
  if (rows.length === 0) return null
  return (
    <TableCard
      title="Matched"
      head={['Day', 'Amount', 'At the bank', 'In the books', 'By', 'Actions']}
      numeric={['Amount']}
      most={BANK_PAGE_SIZE}
      empty=""
      pager={pager}
      rows={rows.map((line) => (
        <tr key={line.id}>
          <AtTheBank line={line} />
          <td data-label="In the books" className="full wrap-anywhere">
            {line.match ? <Found movement={line.match} /> : line.note}
          </td>
          <td data-label="By">{line.decidedBy}</td>
          <td className="whitespace-nowrap">
            <OpenAgain line={line} />
          </td>
        </tr>
      ))}
    />
  )
}

function OpenAgain({ line }: { line: BankLine }) {
  const open = useWrite({
    request: () => ({
      method: 'PUT',
      path: `/api/bank-lines/${line.id}`,
      payload: { matchId: null, note: null },
    }),
    failure: 'The line was not opened again',
    success: { title: 'Line is open again' },
    refresh: [['bank']],
  })
  return (
    <Button
      size="dense"
      aria-label={`Undo: ${usd(line.amount)}, ${line.text}`}
      pending={open.isPending && 'Undoing...'}
      onClick={() => open.mutate()}
    >
      Undo
    </Button>
  )
}
