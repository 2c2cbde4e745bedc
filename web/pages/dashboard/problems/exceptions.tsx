import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { type ActOut, EXCEPTIONS } from '#domain/billing/exception.ts'
import { AdjustmentForm, type Exception } from '#domain/schemas/exception.ts'
import type { SignOff } from '#domain/schemas/sign-off.ts'
import { dateTimeText, usd } from '#web/format.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { Payer, type Payers, usePayers } from '#web/parts/payers/payer.tsx'
import { LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { paths } from '#web/paths.ts'
import { exceptionsQuery } from '#web/queries/exceptions.ts'
import { SIGN_OFF_KEYS } from '#web/queries/sign-offs.ts'
import { useZone } from '#web/site/zone.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ChoiceField, TextArea } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { useWrite } from '#web/write.ts'
import { OfCampaign } from './of-campaign.tsx'

type Input = z.input<typeof AdjustmentForm>

const MOST_BYTES = 2_000_000

/** Moves exactly the exception's amount between two accounts, once another representative has approved it. */
function AdjustmentDrawer({ exception, onClose }: { exception: Exception; onClose: () => void }) {
  const { id, kind, amount, happened } = exception
  const { waysOut } = EXCEPTIONS[kind]
  const [file, setFile] = useState<File | null>(null)
  const attach = useWrite<SignOff, { signOffId: string; scan: File }>({
    request: ({ signOffId, scan }) => ({
      method: 'POST',
      path: `/api/sign-offs/${signOffId}/attachment`,
      payload: scan,
    }),
    failure: 'The file was not attached: withdraw it and prepare it again',
    refresh: SIGN_OFF_KEYS,
  })
  const { form, submit, isPending, attempt, problem } = useRecordForm<Input, SignOff & { version: number }>({
    schema: AdjustmentForm as z.ZodType<unknown, unknown> as z.ZodType<unknown, Input>,
    initial: { way: waysOut[0]?.way as Input['way'], reason: '' },
    version: null,
    request: (payload) => ({ method: 'POST', path: `/api/exceptions/${id}/adjustments`, payload }),
    failure: 'Adjustment not prepared',
    success: { title: 'Adjustment prepared', description: 'Another representative must approve it.' },
    refresh: SIGN_OFF_KEYS,
    onSaved: ({ id: signOffId }) => {
      if (file) attach.mutate({ signOffId, scan: file })
      onClose()
    },
  })
  const { errors } = form.formState
  const tooLarge = file !== null && file.size > MOST_BYTES ? 'Attach a file of at most 2 MB' : undefined
  const way = waysOut.find((one) => one.way === form.watch('way'))
  return (
    <FormDrawer
      isShort
      title={`Adjust ${usd(amount)}`}
      description={`${happened} Once another representative approves it, the journal has it and the exception is resolved.`}
      save="Prepare adjustment"
      saving="Preparing..."
      isDirty={form.formState.isDirty || file !== null}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
      onSubmit={(event) => {
        if (tooLarge) event.preventDefault()
        else submit(event)
      }}
    >
      <ChoiceField {...form.register('way')} label="What happens with it" error={errors.way?.message}>
        {waysOut.map((one) => (
          <option key={one.way} value={one.way}>
            {one.label}
          </option>
        ))}
      </ChoiceField>
      <TextArea
        {...form.register('reason')}
        label="Why"
        maxLength={500}
        hint={way?.hint}
        error={errors.reason?.message}
      />
      <FileDrop
        label="A letter or a bank’s notice (optional)"
        accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"
        name={file?.name ?? null}
        onFile={setFile}
        error={tooLarge}
      />
    </FormDrawer>
  )
}

/** What happened to money that nothing explains: a person decides. */
export function Exceptions() {
  const found = useQuery(exceptionsQuery)
  const [adjusting, setAdjusting] = useState<Exception | null>(null)
  const payers = usePayers((found.data ?? []).flatMap(({ pledgeId }) => pledgeId ?? []))
  return (
    <>
      <LoadProblem what="The exceptions" found={found} />
      {found.data && found.data.length > 0 && (
        <TableCard
          title="Exceptions"
          head={['What happened', 'Amount', 'Since', 'What to do']}
          numeric={['Amount']}
          most={10}
          empty=""
          above={
            <p className="quiet max-w-[70ch]">
              Unusual things that happened to money. It stays where it is until you decide.
            </p>
          }
          rows={found.data.map((one) => (
            <Row key={one.id} one={one} payers={payers} onAdjust={() => setAdjusting(one)} />
          ))}
        />
      )}
      {adjusting && <AdjustmentDrawer exception={adjusting} onClose={() => setAdjusting(null)} />}
    </>
  )
}

function Row({ one, payers, onAdjust }: { one: Exception; payers: Payers; onAdjust: () => void }) {
  const { kind, reference, amount, happened, answer } = one
  const { means, elsewhere, acts, waysOut } = EXCEPTIONS[kind]
  const zone = useZone()
  return (
    <tr>
      <th scope="row" className="full md:min-w-60 md:py-3">
        <span className="block break-words font-semibold">{happened}</span>
        <span className="fine block break-words font-normal">{means}</span>
        {answer && <span className="fine block break-words font-normal">“{answer}”</span>}
        <span className="quiet fine mt-1 block break-words font-normal">
          <OfCampaign {...one} />
          <About one={one} />
        </span>
        {one.pledgeId !== null && <Payer payers={payers} pledgeId={one.pledgeId} />}
        {reference && (
          <span className="quiet fine block wrap-anywhere font-normal">
            At the card provider: {reference}
          </span>
        )}
      </th>
      <td data-label="Amount" className="num">
        {usd(amount)}
        {one.moneyMode === 'sandbox' && <span className="quiet fine block whitespace-nowrap">Test mode</span>}
      </td>
      <td data-label="Since" className="whitespace-nowrap">
        {dateTimeText(one.openedAt, zone)}
      </td>
      <td className="full md:min-w-56 md:py-3">
        <span className="fine block">{elsewhere}</span>
        <span className="mt-2 flex flex-wrap gap-2">
          {acts.map(({ act, label }) => (
            <ActButton key={act} one={one} act={act} label={label} />
          ))}
          {waysOut.length > 0 && (
            <Button
              size="dense"
              aria-label={`Prepare an adjustment of ${usd(amount)}: ${reference ?? happened}`}
              onClick={onAdjust}
              reason={one.cannotResolveReason ?? undefined}
            >
              Prepare an adjustment
            </Button>
          )}
          {acts.length + waysOut.length === 0 && <ToPayout one={one} />}
        </span>
      </td>
    </tr>
  )
}

/** The pledge that it is about. */
function About({ one: { pledgeId } }: { one: Exception }) {
  if (pledgeId === null) return null
  return (
    <>
      ,{' '}
      <Link to={paths.pledge(pledgeId)} className="text-link">
        the pledge
      </Link>
    </>
  )
}

/** What is decided about a payout is decided on its own page. */
function ToPayout({ one: { subjectId, amount, happened } }: { one: Exception }) {
  const [to, label] =
    subjectId === null ? [paths.payouts, 'Open the payouts'] : [paths.payout(subjectId), 'Open the payout']
  return (
    <Link
      to={to}
      className={buttonClass({ size: 'dense' })}
      aria-label={`${label}: ${usd(amount)}, ${happened}`}
    >
      {label}
    </Link>
  )
}

function ActButton({ one, act, label }: { one: Exception } & ActOut) {
  const write = useWrite({
    request: () => ({ method: 'POST', path: `/api/exceptions/${one.id}/acts`, payload: { act } }),
    failure: 'Not done',
    success: { title: 'Exception resolved', description: `${label}.` },
    refresh: SIGN_OFF_KEYS,
  })
  return (
    <Button
      size="dense"
      aria-label={`${label}: ${usd(one.amount)}, ${one.happened}`}
      pending={write.isPending && 'Saving...'}
      onClick={() => write.mutate()}
      reason={one.cannotResolveReason ?? undefined}
    >
      {label}
    </Button>
  )
}
