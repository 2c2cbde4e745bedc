import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Management } from '#domain/schemas/campaign.ts'
import type { PossibleDuplicate, ResultEntry } from '#domain/schemas/result.ts'
import { ApiError, isUnauthorized } from '#web/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.tsx'
import { SameMatchDialog } from './same-match-dialog.tsx'
import { type ToConfirm, useConfirmResults, useMergeEvents } from './writes.ts'

type Run = ToConfirm & { key: string; results: readonly ResultEntry[] }

const pairIn = (error: unknown): PossibleDuplicate | null => {
  if (!(error instanceof ApiError) || error.code !== 'possible_duplicate') return null
  return (error.details as { pairs?: PossibleDuplicate[] } | undefined)?.pairs?.[0] ?? null
}

/** Someone else was first with one of several: the list is read again and shows what is left. */
const isAboutOneOf = ({ results }: Run, error: unknown): boolean =>
  results.length > 1 && error instanceof ApiError && error.status === 409

/**
 * Confirms the entries behind one button. Asks once before: about unusual figures, if several are confirmed at
 * once, and about two events that could be one match.
 */
export function useConfirming(data: Management) {
  const campaignId = data.campaign.id
  const confirm = useConfirmResults(campaignId, data)
  const merge = useMergeEvents(campaignId)
  const [run, setRun] = useState<Run | null>(null)
  const [unusual, setUnusual] = useState<Run | null>(null)
  const [pair, setPair] = useState<PossibleDuplicate | null>(null)

  const send = (next: Run): void => {
    setRun(next)
    const { resultIds, differentMatches = [] } = next
    confirm.mutate(
      { resultIds, differentMatches },
      {
        onSuccess: () => setPair(null),
        onError: (error) => {
          const asked = pairIn(error)
          setPair(asked)
          if (!asked && !isUnauthorized(error))
            toast({
              title: 'Failed to confirm results',
              description: isAboutOneOf(next, error)
                ? `${error.message}. None of these was confirmed: review what is left, then confirm again.`
                : error.message,
              destructive: true,
            })
        },
      },
    )
  }
  const start = (key: string, results: readonly ResultEntry[]): void => {
    const next = { key, results, resultIds: results.map(({ id }) => id) }
    if (results.length > 1 && results.some((result) => result.unusual.length > 0)) setUnusual(next)
    else send(next)
  }
  const close = (): void => {
    setPair(null)
    merge.reset()
  }
  const merged = (from: string): void => {
    close()
    // Moved entries are new ones, entered by the user who merged: somebody else confirms those.
    const left = run?.results.filter(({ eventId }) => eventId !== from) ?? []
    if (run && left.length > 0) send({ ...run, results: left, resultIds: left.map(({ id }) => id) })
  }
  const dialogs: ReactNode = (
    <>
      <Confirm
        open={unusual !== null}
        onClose={() => setUnusual(null)}
        title="Are these figures right?"
        cancel="Go back"
        confirm={`Confirm ${unusual?.results.length ?? 0} results`}
        onConfirm={() => {
          if (unusual) send(unusual)
          setUnusual(null)
        }}
      >
        <Reasons reasons={[...new Set(unusual?.results.flatMap((result) => result.unusual))]} />
      </Confirm>
      {pair && run && (
        <SameMatchDialog
          key={pair.matches.map(({ eventId }) => eventId).join()}
          matches={pair.matches}
          timeZone={data.campaign.timeZone}
          problem={merge.error?.message ?? null}
          pending={(merge.isPending || confirm.isPending) && 'Processing...'}
          onMerge={(given) => merge.mutate(given, { onSuccess: () => merged(given.from) })}
          onDifferent={() => {
            const [one, other] = pair.matches
            send({
              ...run,
              differentMatches: [...(run.differentMatches ?? []), [one.eventId, other.eventId]],
            })
          }}
          onClose={close}
        />
      )}
    </>
  )
  return {
    start,
    dialogs,
    pendingOf: (key: string) => confirm.isPending && run?.key === key && 'Processing...',
  }
}
export type Confirming = ReturnType<typeof useConfirming>

type Props = {
  title: string
  /** Each reason for asking, in a sentence. */
  reasons?: readonly string[]
  children?: ReactNode
  yes: string
  no: string
  pending?: string | false
  onYes: () => void
  onNo: () => void
}

/** A question in the form itself, before anything is sent or stored. It scrolls into view and takes the focus. */
export function Question({ title, reasons = [], children, yes, no, pending, onYes, onNo }: Props) {
  const place = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
    place.current?.focus()
  }, [])
  return (
    <fieldset ref={place} tabIndex={-1} aria-label={title} className="min-w-0 outline-none">
      <Note tone="warning" role="alert">
        <strong>{title}</strong>
        {reasons.length > 0 && <Reasons reasons={reasons} />}
        {children}
      </Note>
      <div className="mt-3 flex flex-wrap gap-2.5 max-sm:*:flex-auto">
        <Button onClick={onNo} type="button">
          {no}
        </Button>
        <Button kind="ink" type="button" pending={pending} onClick={onYes}>
          {yes}
        </Button>
      </div>
    </fieldset>
  )
}

export function Reasons({ reasons }: { reasons: readonly string[] }) {
  return (
    <ul className="mt-1.5 grid gap-1">
      {reasons.map((reason) => (
        <li key={reason} className="break-words">
          {reason}
        </li>
      ))}
    </ul>
  )
}
