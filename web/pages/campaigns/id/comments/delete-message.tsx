import { useState } from 'react'
import type { Comment } from '#domain/schemas/comment.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

type Props = { campaignId: string; comment: Comment; text: string }

/** `text`: the id of the element with the message (R43). */
export function DeleteMessage({ campaignId, comment, text }: Props) {
  const [isOpen, setOpen] = useState(false)
  const remove = useWrite({
    request: () => ({ method: 'DELETE', path: `/api/campaigns/${campaignId}/comments/${comment.id}` }),
    failure: null,
    success: { title: 'Message deleted' },
    refresh: [campaignKey(campaignId)],
    onSuccess: () => setOpen(false),
  })
  return (
    <>
      <Button kind="quiet" size="small" aria-describedby={text} onClick={() => setOpen(true)}>
        Delete
      </Button>
      <Confirm
        open={isOpen}
        onClose={() => {
          setOpen(false)
          remove.reset()
        }}
        title="Delete your message?"
        confirm="Delete message"
        kind="danger"
        pending={remove.isPending && 'Deleting...'}
        onConfirm={() => remove.mutate()}
      >
        {remove.error ? (
          <Note tone="danger" role="alert">
            {remove.error.message}
          </Note>
        ) : (
          <p className="quiet">It is removed from this page for good.</p>
        )}
      </Confirm>
    </>
  )
}
