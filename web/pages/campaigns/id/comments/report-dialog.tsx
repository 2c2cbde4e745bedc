import { useState } from 'react'
import type { Comment, CommentReportReceipt } from '#domain/schemas/comment.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { useWrite } from '#web/write.ts'

const MOST = 300
const FORM = 'report-form'

/** Anyone may report that a message does not belong there; those who run the campaign decide. */
export function ReportDialog({
  campaignId,
  comment,
  onClose,
}: {
  campaignId: string
  comment: Comment
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const report = useWrite<CommentReportReceipt>({
    request: () => ({
      method: 'POST',
      path: `/api/campaigns/${campaignId}/comments/${comment.id}/reports`,
      payload: { reason: reason.trim() || null },
    }),
    failure: 'The report was not sent',
    success: { title: 'Thank you', description: 'The people who run this campaign will review the message.' },
    onSuccess: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Report this message"
      description="It goes to the people who run this campaign. Your name is not shown to anyone."
      size="sheet"
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={FORM} pending={report.isPending && 'Sending...'}>
            Send report
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          report.mutate()
        }}
      >
        <blockquote dir="auto" className="note break-words whitespace-pre-line">
          {comment.message}
        </blockquote>
        <TextArea
          label="What is wrong with it?"
          optional
          maxLength={MOST}
          rows={3}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
