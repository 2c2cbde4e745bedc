import { useState } from 'react'
import type { PayoutsPage } from '#domain/schemas/payout.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { type Doing, OrganizationRow, type Row } from './organization-row.tsx'
import { ApproveDialog, PrepareDialog } from './prepare-and-approve-dialogs.tsx'
import { SendDialog } from './send-dialog.tsx'

const HEADS = ['Organization', 'Collected', 'Commission', 'Paid out', 'Owed', 'Next']
const NUMERIC = new Set(['Collected', 'Commission', 'Paid out', 'Owed'])

/** `isMixed`: where test money is listed beside real money, each row says which it is. */
type Props = Pick<PayoutsPage, 'organizations'> & { isMixed: boolean }

/** Each with its one next step. */
export function PayoutRows({ organizations, isMixed }: Props) {
  const [doing, setDoing] = useState<{ what: Doing; row: Row } | null>(null)
  const close = () => setDoing(null)
  return (
    <>
      <div className="relative overflow-x-auto">
        <table className="table stacked broad" aria-label="What is owed, by organization">
          <thead>
            <tr>
              {HEADS.map((head) => (
                <th key={head} scope="col" className={NUMERIC.has(head) ? 'num' : ''}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {organizations.map((row) => (
              <OrganizationRow
                key={`${row.organizationId} ${row.moneyMode}`}
                row={row}
                isMixed={isMixed}
                onDo={(what) => setDoing({ what, row })}
              />
            ))}
          </tbody>
        </table>
      </div>
      {doing?.what === 'prepare' && <PrepareDialog row={doing.row} onClose={close} />}
      {doing?.what === 'approve' && <ApproveDialog row={doing.row} onClose={close} />}
      {doing?.what === 'send' && <SendDialog row={doing.row} onClose={close} />}
      {doing?.what === 'confirm' && <ConfirmDialog row={doing.row} onClose={close} />}
    </>
  )
}
