import { type MouseEvent, useRef, useState } from 'react'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { NOTHING } from '#web/parts/pledging/selection.ts'
import { ReviewStep } from '#web/parts/pledging/step-review.tsx'
import type { Panel } from '#web/parts/pledging/use-panel.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { isNear, type Place, placeOf } from './review-place.ts'

/** Paid by check, with the name that the organization sees. */
const ANSWERS = {
  paymentMethod: 'check' as const,
  isAnonymous: false,
  note: '',
  card: null,
  bankAccount: null,
  profile: null,
  ambassadorId: null,
}

type Props = Pick<Panel, 'chosen' | 'payload'> & {
  detail: CampaignDetail
  pledgerId: string
  openedAt: Place
  error: Error | null
  isSending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** The same review as the pledge dialog's, before the card's pledge binds. */
export function ReviewDialog({
  detail,
  pledgerId,
  openedAt,
  isSending,
  onConfirm,
  onClose,
  ...review
}: Props) {
  const [disagreement, setDisagreement] = useState<string | null>(null)
  const opened = useRef(openedAt)
  const confirm = (event: MouseEvent): void => {
    // The second tap of two in the same place was not meant for this button.
    const wasSecondTap = isNear(opened.current, placeOf(event))
    opened.current = null
    if (!wasSecondTap) onConfirm()
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title="Review your pledge"
      size="wide"
      isOnlyRead
      foot={
        <div className="flex w-full flex-wrap items-start justify-between gap-2.5 max-md:flex-col max-md:items-stretch">
          <Button
            kind="primary"
            ignoresDoubleClick
            reason={disagreement ?? undefined}
            pending={isSending && 'Processing Pledge...'}
            onClick={confirm}
          >
            Confirm Pledge
          </Button>
          <Button onClick={onClose}>Back</Button>
        </div>
      }
    >
      <ReviewStep
        {...review}
        detail={detail}
        answers={{ ...ANSWERS, pledgerId }}
        counts={NOTHING.counts}
        onDisagreement={setDisagreement}
        wasSent={false}
      />
    </Dialog>
  )
}
