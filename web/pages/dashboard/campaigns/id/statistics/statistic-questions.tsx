import { formatUsd, parseCents, timesQuantity } from '#domain/money.ts'
import { LARGEST_RATE } from '#domain/pledges/pledge.ts'
import { parseQuantity } from '#domain/quantity.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { hasOtherWords, isSameName, type StatisticWords } from '#domain/season/statistic-changes.ts'
import { counted } from '#web/format.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Heading } from '#web/ui/heading.tsx'
import type { Input } from './statistic-drawer.tsx'

type Props = {
  /** As it was called before; null: it is new. */
  name: string | null
  /** Undefined until it is known. */
  pledges: number | undefined
  /** Null: nothing is asked. */
  asked: Questions | null
  onYes: () => void
  onNo: () => void
}

/** Pledges keep counting what the statistic counts, whatever it is called. */
export function ConfirmWords({ name, pledges, asked, onYes, onNo }: Props) {
  const isReworded = asked?.isReworded ?? false
  return (
    <Confirm
      open={asked !== null}
      onClose={onNo}
      onConfirm={onYes}
      title={isReworded ? 'Does it still count the same thing?' : 'Two statistics with the same name?'}
      cancel="Keep editing"
      confirm={isReworded ? 'It counts the same' : 'Save it anyway'}
    >
      <div className="grid gap-3 break-words">
        {isReworded && name !== null && <Reworded name={name} pledges={pledges} />}
        {asked?.namesake && (
          <p>
            There is already an open statistic “{asked.namesake}”. Supporters could pledge on one of the two
            while results are entered for the other.
          </p>
        )}
      </div>
    </Confirm>
  )
}

function Reworded({ name, pledges }: { name: string; pledges: number | undefined }) {
  const on =
    pledges === undefined
      ? `There may be pledges on “${name}”.`
      : `${counted(pledges, 'pledge')} ${pledges === 1 ? 'is' : 'are'} on “${name}”.`
  return (
    <>
      <p>
        {on} Change its name, unit or description only if it still counts the same thing. Otherwise close it
        to new pledges and add a new statistic.
      </p>
      <p className="quiet">Its supporters get an email with the old and new wording.</p>
    </>
  )
}

/** What is asked before a statistic is saved. */
export type Questions = {
  /** Its words change, and there are or may be pledges on it. */
  isReworded: boolean
  /** The open statistic that has the same name; null: none. */
  namesake: string | null
}

type Saved = StatisticWords & { isActive: boolean }
type Given = {
  data: Pick<Management, 'statistics'> & { campaign: Pick<Management['campaign'], 'status'> }
  statistic: Statistic | null
  /** Undefined until it is known. */
  pledges: number | undefined
}

/** Null: none. */
export function questionsFor(saved: Saved, { data, statistic, pledges }: Given): Questions | null {
  const isReworded =
    statistic !== null && data.campaign.status !== 'draft' && pledges !== 0 && hasOtherWords(statistic, saved)
  const isNewHere = !statistic?.isActive || !isSameName(statistic.name, saved.name)
  const others = data.statistics.filter(({ id, isActive }) => isActive && id !== statistic?.id)
  const namesake =
    saved.isActive && isNewHere ? others.find(({ name }) => isSameName(name, saved.name)) : undefined
  return isReworded || namesake ? { isReworded, namesake: namesake?.name ?? null } : null
}

/** What each amount adds up to: at the target, and with last year's result. */
export function EstimatedPledges({ values }: { values: Input }) {
  const target = parseQuantity(values.expectedTarget)
  const lastYear = parseQuantity(values.lastYearResult)
  const amounts = values.pledgeAmountOptions.flatMap((value) => {
    const amount = parseCents(value)
    // The form refuses larger ones: no multiplication may exceed the safe integers.
    return amount !== null && amount > 0 && amount <= LARGEST_RATE ? [amount] : []
  })
  if (amounts.length === 0 || (target === null && lastYear === null)) return null
  const columns = [
    { name: 'At the target', quantity: target },
    { name: 'As last year', quantity: lastYear },
  ].filter((column) => column.quantity !== null)
  return (
    <section className="rounded-stat border border-line p-4" aria-label="Estimated pledge">
      <Heading level={3} size="detail">
        Estimated pledge
      </Heading>
      <table className="table mt-2" aria-label="Estimated pledge">
        <thead>
          <tr>
            <th scope="col">Amount</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col" className="num">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {amounts.map((amount, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: three fields in their order, and two may hold the same
            <tr key={index}>
              <th scope="row">{formatUsd(amount)}</th>
              {columns.map(({ name, quantity }) => (
                <td key={name} className="num">
                  {quantity !== null && formatUsd(timesQuantity(amount, quantity))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
