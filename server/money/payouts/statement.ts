/** The statement's lines for print and CSV, each with a link to what is behind it. */

import { figureWords, laterWords, METHOD_WORDS, reversalText } from '#domain/billing/payout.ts'
import { type Cents, formatUsd, parseCents } from '#domain/money.ts'
import type { PayoutFigure, PayoutStatement } from '#domain/schemas/payout.ts'
import type { PaperFacts } from '#server/documents/renderer/index.ts'
import { dayInWords } from '#server/messaging/mails/index.ts'

const BASIS_POINTS_OF_A_PERCENT = 100
const usd = (amount: string): string => formatUsd(parseCents(amount) as Cents)
const opposite = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)
const RETURNED = 'Returned from earlier payouts'
const isNothing = (amount: string): boolean => /^-?0\.00$/.test(amount)

export type StatementRow = {
  part: string
  label: string
  /** The parts of an amount, below its label. */
  detail?: string
  amount: string
  url: string
  isTotal: boolean
  /** Whose it is, of a line that is of one campaign. */
  campaignName?: string
}

const statementAddress = (appUrl: string, payoutId: string, figure?: PayoutFigure): string =>
  `${appUrl}/dashboard/payouts/${payoutId}${figure ? `?figure=${figure}` : ''}`

/** In order, so that each total is the sum of the lines above. Amounts as in the API; every row has a link. */
function statementRows(statement: PayoutStatement, appUrl: string): StatementRow[] {
  const { payout, figures, total, commissionBasisPoints, opening, returned, owed, closing } = statement
  const page = statementAddress(appUrl, payout.id)
  const line = (part: string, label: string, amount: string, more: Partial<StatementRow> = {}) => ({
    part,
    label,
    amount,
    url: page,
    isTotal: false,
    ...more,
  })
  const percent =
    commissionBasisPoints === null
      ? ''
      : `, ${commissionBasisPoints / BASIS_POINTS_OF_A_PERCENT}% of what was collected`
  return [
    ...figures.map((one) =>
      line('Collected', figureWords(one), one.collected, {
        url: statementAddress(appUrl, payout.id, one.figure),
      }),
    ),
    line('Collected', 'Collected', total.collected, { isTotal: true }),
    line('Payout', `Our commission${percent}`, opposite(total.commission)),
    ...(isNothing(opening) ? [] : [line('Payout', 'Balance carried over', opening)]),
    ...(isNothing(returned) ? [] : [line('Payout', RETURNED, returned)]),
    line('Payout', 'Owed to the organization', owed, { isTotal: true }),
    ...(payout.state === 'withdrawn'
      ? []
      : [
          line(
            'Payout',
            payout.paidOn ? 'This payout' : 'This payout, not sent yet',
            opposite(payout.amount),
          ),
        ]),
    line('Payout', 'Balance carried over to the next payout', closing, { isTotal: true }),
  ]
}

/** Each campaign with what its amount is made of; they add up to the payout. */
function campaignRows({ payout, campaigns }: PayoutStatement, appUrl: string): StatementRow[] {
  return campaigns.map(({ campaignName, amount, ...one }) => ({
    part: 'By campaign',
    label: campaignName,
    campaignName,
    detail: campaignParts(one),
    amount,
    url: statementAddress(appUrl, payout.id),
    isTotal: false,
  }))
}

type Parts = Pick<
  PayoutStatement['campaigns'][number],
  'collected' | 'commission' | 'opening' | 'returned' | 'closing'
>
function campaignParts({ collected, commission, opening, returned, closing }: Parts): string {
  const parts = [
    `Collected ${usd(collected)}, our commission ${usd(commission)}`,
    ...(isNothing(opening) ? [] : [`carried over from before ${usd(opening)}`]),
    ...(isNothing(returned) ? [] : [`returned from earlier payouts ${usd(returned)}`]),
    ...(isNothing(closing) ? [] : [`carried over to the next payout ${usd(closing)}`]),
  ]
  return parts.join(', ')
}

const STATES: Record<PayoutStatement['payout']['state'], string> = {
  prepared: 'Prepared: not approved by a second representative yet',
  approved: 'Approved, and not sent yet',
  sent: 'Sent',
  arrived: 'Arrived',
  returned: 'Returned',
  withdrawn: 'Withdrawn: nothing was sent',
}

/** How it was sent, in one line. */
function sentLine({ state, paidOn, arrivedOn, method, reference }: PayoutStatement['payout']): string {
  if (paidOn === null) return STATES[state]
  const how = [method && METHOD_WORDS[method], reference && `number ${reference}`].filter(Boolean).join(', ')
  const sent = [`Sent on ${dayInWords(paidOn)}`, how].filter(Boolean).join(': ')
  // A transfer arrives when it is sent; a check takes longer.
  return arrivedOn && arrivedOn > paidOn ? `${sent}. Arrived on ${dayInWords(arrivedOn)}` : sent
}

/** Representatives see it from the beginning, owners once it is paid. */
const noteOf = ({ payout, note }: PayoutStatement): string | null => payout.note ?? note

/** What of the balance carried over is not in the bank yet, and from which day it is available. */
const laterOf = ({ availableLater = [] }: PayoutStatement): string[] =>
  laterWords(availableLater.map(({ amount, on }) => ({ amount: usd(amount), on: on && dayInWords(on) })))

/** The rows of the file: with the note, and with the day of the figures where that is not the day on which it was sent. */
export function statementFileRows(statement: PayoutStatement, appUrl: string): StatementRow[] {
  const note = noteOf(statement)
  const url = statementAddress(appUrl, statement.payout.id)
  return [
    ...statementRows(statement, appUrl),
    ...campaignRows(statement, appUrl),
    ...(statement.figuresOn && statement.figuresOn !== statement.payout.paidOn
      ? [{ part: 'Figures as of', label: dayInWords(statement.figuresOn), amount: '', url, isTotal: false }]
      : []),
    ...laterOf(statement).map((label) => ({
      part: 'Available later',
      label,
      amount: '',
      url,
      isTotal: false,
    })),
    ...(note ? [{ part: 'Note', label: note, amount: '', url, isTotal: false }] : []),
  ]
}

export function statementFacts(
  statement: PayoutStatement,
  { appUrl, drawnOn }: { appUrl: string; drawnOn: string },
): PaperFacts {
  const { payout, previousPaidOn, figuresOn } = statement
  const isOne = statement.campaigns.length === 1
  const rows = [...statementRows(statement, appUrl), ...(isOne ? [] : campaignRows(statement, appUrl))].map(
    (row) => ({
      ...row,
      amount: usd(row.amount),
    }),
  )
  const since = previousPaidOn ? `Since the payout of ${dayInWords(previousPaidOn)}` : 'Since the beginning'
  return {
    title: 'Payout statement',
    number: '',
    drawnOn,
    isTest: payout.moneyMode === 'sandbox',
    parties: [
      {
        label: 'Paid to',
        lines: [statement.organizationName, ...(payout.destination ? [payout.destination] : [])],
      },
      {
        label: 'For',
        lines: [
          isOne ? (statement.campaigns[0]?.campaignName ?? '') : `${statement.campaigns.length} campaigns`,
          since,
          ...(figuresOn ? [`Figures as of ${dayInWords(figuresOn)}`] : []),
        ],
      },
    ],
    figure: { label: 'This payout', amount: usd(payout.amount), detail: sentLine(payout) },
    tables: [
      ...(isOne ? [] : [{ caption: 'By campaign', rows: rows.filter(({ part }) => part === 'By campaign') }]),
      { caption: 'What was collected', rows: rows.filter(({ part }) => part === 'Collected') },
      { caption: 'What is paid out', rows: rows.filter(({ part }) => part === 'Payout') },
    ],
    notes: [
      {
        text: 'Collected is what we received, less refunds, bounced checks and disputes. Our commission is taken only from that, and we pay for card processing.',
      },
      {
        text: 'Each underlined amount opens the payments behind it, if you are allowed to see them.',
        url: statementAddress(appUrl, payout.id),
      },
      ...laterOf(statement).map((words) => ({ text: `Of the balance carried over, ${words}.` })),
      ...payout.reversals.map((one) => ({
        text: reversalText(one, { amount: usd(one.amount), on: dayInWords(one.on) }),
      })),
      ...(noteOf(statement) ? [{ text: `Note: ${noteOf(statement)}` }] : []),
    ],
  }
}
