import {
  billedBeforeSentence,
  earnedRows,
  einRow,
  overpaidSentence,
  returnWords,
  shareSentence,
  statementRows,
  taxSentence,
  usd,
} from '#domain/billing/receipt-sentences.ts'
import type { Receipt } from '#domain/schemas/receipt.ts'
import { brand } from '#web/content/brand.ts'
import { calendarDayText } from '#web/format.ts'
import { Heading } from '#web/ui/heading.tsx'
import { Facts, hasAmount, Sheet, Sums } from './sheet.tsx'

/** What was received, for which results, and what was refunded. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { lines, returns, billedOn } = receipt
  return (
    <Sheet
      label="Received"
      amount={receipt.amount}
      isTestMoney={receipt.isTestMoney}
      beside={
        <>
          <strong className="block text-lg">{calendarDayText(receipt.receivedOn)}</strong>
          <span className="quiet">{receipt.method}</span>
        </>
      }
    >
      <Facts
        rows={[
          ['Received from', receipt.supporterName],
          ['Campaign', receipt.campaignName],
          ['Organization', `${receipt.organizationName}, ${receipt.organizationPlace}`],
          einRow(receipt.ein),
          ...statementRows(receipt.statementText),
          ['Receipt', receipt.number],
        ]}
      />
      {lines.length > 0 && (
        <Sums
          title="What your pledge had earned"
          head={['Statistic', 'How', 'Earned']}
          rows={earnedRows(receipt).map(({ name, how, amount }) => ({
            key: `${name} ${how}`,
            cells: [name, how],
            amount,
          }))}
          total={{
            label: `${billedOn ? `By ${calendarDayText(billedOn)}` : 'Total'}${receipt.isCapped ? ', your maximum is reached' : ''}`,
            amount: receipt.earned,
          }}
        />
      )}
      {receipt.billedBefore && <p>{billedBeforeSentence(usd(receipt.billedBefore))}</p>}
      {hasAmount(receipt.overpaid) && <p>{overpaidSentence(usd(receipt.overpaid))}</p>}
      {returns.length > 0 && (
        <Sums
          title="Refunds and disputes"
          head={['What', 'Date', 'Amount']}
          rows={returns.map((one, index) => ({
            key: String(index),
            cells: [returnWords(one), one.on ? calendarDayText(one.on) : '–'],
            amount: one.amount,
          }))}
          total={{ label: 'What remains of this payment', amount: receipt.kept }}
        />
      )}
      <section aria-label="Where the money goes" className="grid max-w-[64ch] gap-3">
        <Heading level={2} size="card">
          Where the money goes
        </Heading>
        <p>{shareSentence(receipt, brand.name)}</p>
        <p className="font-semibold">{taxSentence(receipt)}</p>
      </section>
    </Sheet>
  )
}
