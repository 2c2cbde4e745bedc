import { useMutation } from '@tanstack/react-query'
import type { User } from '#domain/schemas/user.ts'
import { paths } from '#web/paths.ts'
import { api } from '#web/query-client.ts'
import { Note } from '#web/ui/note.tsx'
import { usePending } from '#web/ui/pending.ts'

type Props = {
  email: string
  formId: string
  setPending: (label: string | false) => void
  onVerified: () => void | Promise<void>
}

/** Addresses are confirmed in Clerk's own screen, beside this one; this checks whether that is done. */
export function ConfirmEmail({ email, formId, setPending, onVerified }: Props) {
  const check = useMutation({ mutationFn: demandConfirmed, onSuccess: onVerified })
  usePending(check.isPending, setPending)
  return (
    <form
      id={formId}
      className="grid max-w-[28.75rem] gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        check.mutate()
      }}
    >
      <Note>
        Confirm <strong className="break-words">{email}</strong> in{' '}
        <a href={paths.profile} target="_blank" rel="noreferrer" className="text-link">
          your account
        </a>
        , then continue here.
      </Note>
      {check.error && (
        <Note tone="danger" role="alert">
          {check.error.message}
        </Note>
      )}
    </form>
  )
}

async function demandConfirmed(): Promise<void> {
  await api.write('POST', '/api/identity/account/refresh', {})
  const user = (await api.read('/api/auth/user')) as User
  if (!user.emailVerified) throw new Error('That address is not confirmed yet.')
}
