import { faCommentDots } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import type { Comment } from '#domain/schemas/comment.ts'
import { askToSignIn } from '#web/pages/pledge/ask-to-sign-in.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { useUser } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { EmptyState } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

const SHOWN = 5
const MOST = 1000

export function Comments({
  campaignId,
  comments,
  count,
}: {
  campaignId: string
  comments: Comment[]
  count: number
}) {
  const [message, setMessage] = useState('')
  const user = useUser()
  const post = useWrite<Comment, string>({
    request: (text) => ({
      method: 'POST',
      path: `/api/campaigns/${campaignId}/comments`,
      payload: { message: text },
    }),
    failure: 'Failed to Post',
    success: { title: 'Message posted!', description: 'Thank you for cheering them on.' },
    refresh: [campaignKey(campaignId)],
    onSuccess: () => setMessage(''),
  })
  const submit = (): void => {
    if (user) post.mutate(message.trim())
    else askToSignIn({ title: 'Join the Conversation!', description: 'Sign in to show your support!' })
  }
  return (
    <section className="card pad">
      <h2 className="text-[34px]">Supporter Messages</h2>
      <form
        className="mt-4 grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextArea
          label="Your message"
          maxLength={MOST}
          rows={3}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        <Button
          type="submit"
          className="justify-self-start"
          disabled={message.trim() === ''}
          pending={post.isPending && 'Posting...'}
        >
          Post Your Support!
        </Button>
      </form>
      <div className="mt-6">
        {comments.length === 0 ? (
          <EmptyState title="Be the First Supporter!">
            Say something the team can read before the next match.
          </EmptyState>
        ) : (
          <ul>
            {comments.slice(0, SHOWN).map((comment) => (
              <li key={comment.id} className="flex gap-3.5 border-t border-line py-4 first:border-0">
                <Icon icon={faCommentDots} className="mt-1 text-ink2" />
                <div className="min-w-0">
                  <p className="fine quiet font-semibold">Anonymous Supporter</p>
                  <p className="break-words whitespace-pre-line">{comment.message}</p>
                </div>
              </li>
            ))}
          </ul>
        )}
        {count > SHOWN && comments.length > 0 && (
          <p className="quiet fine">
            The newest {SHOWN} of {count}.
          </p>
        )}
      </div>
    </section>
  )
}
