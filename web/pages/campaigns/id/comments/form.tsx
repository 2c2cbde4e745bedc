import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Comment } from '#domain/schemas/comment.ts'
import { askToSignIn } from '#web/parts/pledging/ask-to-sign-in.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { useUser } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { useWrite } from '#web/write.ts'

const MOST = 1000
const storageKey = (campaignId: string): string => `message:${campaignId}`

/** What a visitor wrote is restored, and in view, when they come back from signing in (R47). */
function useMessage(campaignId: string, form: RefObject<HTMLFormElement | null>) {
  const [message, setMessage] = useState('')
  useEffect(() => {
    const kept = sessionStorage.getItem(storageKey(campaignId))
    if (!kept) return
    sessionStorage.removeItem(storageKey(campaignId))
    setMessage(kept)
    form.current?.closest('details')?.setAttribute('open', '')
  }, [campaignId, form])
  return [message, setMessage] as const
}

export function CommentForm({ campaignId }: { campaignId: string }) {
  const form = useRef<HTMLFormElement>(null)
  const [message, setMessage] = useMessage(campaignId, form)
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
    if (user) {
      post.mutate(message.trim())
      return
    }
    sessionStorage.setItem(storageKey(campaignId), message)
    askToSignIn({ title: 'Join the Conversation!', description: 'Sign in to show your support!' })
  }
  return (
    <form
      ref={form}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextArea
        label="Your message"
        maxLength={MOST}
        rows={2}
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
  )
}
