import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Comment } from '#domain/schemas/comment.ts'
import { campaignKey, ownCommentsQuery } from '#web/queries/campaigns.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'
import { useHide } from './hide.ts'

type Props = { campaignId: string; comment: Comment; manages: boolean; text: string; children: ReactNode }

/**
 * What someone who is signed in can do with a message. `text`: the id of the element with its words. `children`: the
 * button to report it, for who neither wrote it nor runs the campaign.
 */
export function MessageActions({ campaignId, comment, manages, text, children }: Props) {
  const { data } = useQuery(ownCommentsQuery(campaignId))
  const isOwn = data?.some(({ id }) => id === comment.id) ?? false
  return (
    <>
      {isOwn && <DeleteMessage campaignId={campaignId} comment={comment} text={text} />}
      {manages ? (
        <HideMessage campaignId={campaignId} commentId={comment.id} text={text} />
      ) : (
        !isOwn && children
      )}
    </>
  )
}

type HideMessageProps = { campaignId: string; commentId: string; text: string }

/** `text`: the id of the element with the message. */
export function HideMessage({ campaignId, commentId, text }: HideMessageProps) {
  const hide = useHide(campaignId, commentId)
  return (
    <Button
      kind="quiet"
      size="small"
      aria-describedby={text}
      pending={hide.isPending && 'Hiding...'}
      onClick={() => hide.mutate(true)}
    >
      Hide
    </Button>
  )
}

type DeleteMessageProps = { campaignId: string; comment: Comment; text: string }

/** `text`: the id of the element with the message. */
export function DeleteMessage({ campaignId, comment, text }: DeleteMessageProps) {
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
