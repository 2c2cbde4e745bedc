import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { figureWords } from '#domain/billing/payout.ts'
import { formatUsd, negate, sum } from '#domain/money.ts'
import type { PayoutFigure, PayoutStatement } from '#domain/schemas/payout.ts'
import { calendarDayText, toCents, usd } from '#web/format.ts'
import { isNothing, later } from '#web/parts/payouts/payout-labels.ts'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { paths } from '#web/paths.ts'
import { Heading } from '#web/ui/heading.tsx'

const BASIS_POINTS_OF_A_PERCENT = 100
const less = (amount: string): string => formatUsd(negate(toCents(amount)))

type Props = { statement: PayoutStatement; chosen: PayoutFigure | null }

/** Top to bottom, so that each total is the sum of what is above it. */
export function StatementTable({ statement, chosen }: Props) {
  const { payout, figures, total, opening, returned, owed, closing, previousPaidOn } = statement
  const since = previousPaidOn
    ? `Since the payout of ${calendarDayText(previousPaidOn)}`
    : 'Since the beginning'
  const isSent = payout.paidOn !== null
  return (
    <section className="card overflow-hidden" aria-labelledby="made-of">
      <div className="px-5 py-4">
        <Heading level={2} id="made-of">
          What this payout includes
        </Heading>
        <p className="quiet">{since}</p>
      </div>
      <table className="table" aria-labelledby="made-of">
        <thead className="sr-only">
          <tr>
            <th scope="col">Figure</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {figures.length === 0 && <Line name="Nothing was collected" amount={usd(total.collected)} />}
          {figures.map((one) => (
            <Line
              key={one.figure}
              name={<Opens statement={statement} one={one} isChosen={one.figure === chosen} />}
              amount={usd(one.collected)}
            />
          ))}
          <Line isTotal name="Collected" amount={usd(total.collected)} />
          <Line name={commissionWords(statement)} amount={less(total.commission)} />
          {!isNothing(opening) && <Line name="Left over from before" amount={usd(opening)} />}
          {!isNothing(returned) && <Line name="Returned from earlier payouts" amount={usd(returned)} />}
          <Line isTotal name="Owed to the organization" amount={usd(owed)} />
          {payout.state !== 'withdrawn' && (
            <Line name={isSent ? 'This payout' : 'This payout, not sent'} amount={less(payout.amount)} />
          )}
          <Line isTotal name="Balance carried over to the next payout" amount={usd(closing)} />
        </tbody>
      </table>
      {later(statement.availableLater ?? []).map((words) => (
        <p key={words} className="quiet px-5 py-2">
          {words}
        </p>
      ))}
    </section>
  )
}

const commissionWords = ({ commissionBasisPoints: points }: PayoutStatement): string =>
  points === null
    ? 'Our commission'
    : `Our commission, ${points / BASIS_POINTS_OF_A_PERCENT}% of what was collected`

/** What the payout is for each campaign, where there are several: the amounts add up to those of the payout. */
export function CampaignsTable({ statement }: Pick<Props, 'statement'>) {
  const { campaigns, payout, total, closing } = statement
  if (campaigns.length < 2) return null
  const carried = campaigns.some((one) => !isNothing(one.opening) || !isNothing(one.returned))
  const heads = [
    'Collected',
    'Commission',
    ...(carried ? ['From before'] : []),
    'This payout',
    'Carried over',
  ]
  const before = (one: { opening: string; returned: string }): string =>
    formatUsd(sum([toCents(one.opening), toCents(one.returned)]))
  return (
    <TableCard
      title="By campaign"
      head={['Campaign', ...heads]}
      numeric={heads}
      empty="No campaigns"
      rows={[
        ...campaigns.map((one) => (
          <tr key={one.campaignId}>
            <th scope="row" className="full break-words">
              {one.campaignName}
            </th>
            <Amount label="Collected" text={usd(one.collected)} />
            <Amount label="Commission" text={less(one.commission)} />
            {carried && <Amount label="From before" text={before(one)} />}
            <Amount label="This payout" text={usd(one.amount)} />
            <Amount label="Carried over" text={usd(one.closing)} />
          </tr>
        )),
        <tr key="total" className="bg-sunken font-semibold">
          <th scope="row" className="full">
            Total
          </th>
          <Amount label="Collected" text={usd(total.collected)} />
          <Amount label="Commission" text={less(total.commission)} />
          {carried && <Amount label="From before" text={before(statement)} />}
          <Amount label="This payout" text={usd(payout.amount)} />
          <Amount label="Carried over" text={usd(closing)} />
        </tr>,
      ]}
    />
  )
}

const Amount = ({ label, text }: { label: string; text: string }) => (
  <td data-label={label} className="num">
    {text}
  </td>
)

/** Links to the payments behind it, for representatives; owners see the sum. */
function Opens({
  statement,
  one,
  isChosen,
}: Pick<Props, 'statement'> & { one: PayoutStatement['figures'][number]; isChosen: boolean }) {
  if (!statement.canOpenPledges) return figureWords(one)
  return (
    <Link
      to={paths.payout(statement.payout.id, isChosen ? undefined : one.figure)}
      className="underline underline-offset-4"
      aria-current={isChosen ? 'true' : undefined}
      preventScrollReset
    >
      {figureWords(one)}
    </Link>
  )
}

function Line({ name, amount, isTotal = false }: { name: ReactNode; amount: string; isTotal?: boolean }) {
  return (
    <tr className={isTotal ? 'bg-sunken' : ''}>
      <th
        scope="row"
        className={`border-line py-2! text-left text-[1rem]! whitespace-normal! text-ink! ${isTotal ? 'font-semibold!' : 'font-normal!'}`}
      >
        {name}
      </th>
      <td className="num whitespace-nowrap">{amount}</td>
    </tr>
  )
}
