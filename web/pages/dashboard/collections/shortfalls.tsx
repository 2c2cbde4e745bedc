import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { type Shortfall, WriteOffForm } from '#domain/schemas/shortfall.ts'
import type { SignOff } from '#domain/schemas/sign-off.ts'
import { calendarDayText, countText, usd } from '#web/format.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { SHORTFALLS_FILE, shortfallsQuery } from '#web/queries/shortfalls.ts'
import { SIGN_OFF_KEYS } from '#web/queries/sign-offs.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'

/** Refunds of a check that then bounced: requested again, or written off by two people (R5, R29). */
export function Shortfalls() {
  const { data } = useQuery(shortfallsQuery)
  const [preparing, setPreparing] = useState<Shortfall | null>(null)
  if (!data || (data.length === 0 && !preparing)) return null
  return (
    <>
      <TableCard
        title="Refunded, then the check bounced"
        head={['Invoice', 'Since', 'Age', 'Missing', 'What happens next']}
        numeric={['Age', 'Missing']}
        most={10}
        empty="Nothing is missing"
        actions={<DownloadCsv path={SHORTFALLS_FILE} of="what is missing" />}
        rows={data.map((one) => (
          <ShortfallRow key={one.invoiceId} one={one} onWriteOff={() => setPreparing(one)} />
        ))}
      />
      {preparing && <WriteOff shortfall={preparing} onClose={() => setPreparing(null)} />}
    </>
  )
}

function ShortfallRow({ one, onWriteOff }: { one: Shortfall; onWriteOff: () => void }) {
  const { invoiceNumber, campaignName, since, ageDays, amount, moneyMode, cannotWriteOffReason } = one
  return (
    <tr>
      <th scope="row" className="full">
        {invoiceNumber}
        <span className="quiet fine block break-words">{campaignName}</span>
      </th>
      <td data-label="Since" className="whitespace-nowrap">
        {calendarDayText(since)}
      </td>
      <td data-label="Age" className="num whitespace-nowrap">
        {ageDays === 1 ? '1 day' : `${countText(ageDays)} days`}
      </td>
      <td data-label="Missing" className="num">
        {usd(amount)}
        {moneyMode === 'sandbox' && <span className="quiet fine block font-normal">Test mode</span>}
      </td>
      <td className="full md:min-w-60">
        <Button
          size="dense"
          aria-label={`Write off ${usd(amount)} of ${invoiceNumber}`}
          onClick={onWriteOff}
          reason={cannotWriteOffReason ?? undefined}
        >
          Write off
        </Button>
      </td>
    </tr>
  )
}

const pathOf = ({ campaignId, invoiceId }: Shortfall): string =>
  `/api/campaigns/${campaignId}/shortfalls/${invoiceId}/write-offs`

type Input = { reason: string }

function WriteOff({ shortfall, onClose }: { shortfall: Shortfall; onClose: () => void }) {
  const { form, submit, isPending, attempt, problem } = useRecordForm<Input, SignOff & { version: number }>({
    schema: WriteOffForm as z.ZodType<unknown, unknown> as z.ZodType<unknown, Input>,
    initial: { reason: '' },
    version: null,
    request: (payload) => ({ method: 'POST', path: pathOf(shortfall), payload }),
    failure: 'Write-off not prepared',
    success: { title: 'Write-off prepared', description: 'Another representative must approve it.' },
    refresh: SIGN_OFF_KEYS,
    onSaved: onClose,
  })
  return (
    <FormDrawer
      isShort
      title={`Write off ${usd(shortfall.amount)}`}
      description={`${shortfall.invoiceNumber}, ${shortfall.campaignName}. It was refunded to the supporter before the check bounced. Once another representative approves, it is our loss.`}
      save="Prepare write-off"
      saving="Preparing..."
      isDirty={form.formState.isDirty}
      {...{ isPending, attempt, problem, onClose }}
      onSubmit={submit}
    >
      <TextField
        {...form.register('reason')}
        label="Why"
        autoComplete="off"
        maxLength={500}
        hint="For example: three letters without an answer."
        error={form.formState.errors.reason?.message}
      />
    </FormDrawer>
  )
}
