import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Deletion } from '#domain/schemas/identity.ts'
import type { User } from '#domain/schemas/user.ts'
import { ApiError } from '#web/api-error.ts'
import { NotYet } from '#web/pages/dashboard/profile/delete-part.tsx'
import { MailPart } from '#web/pages/dashboard/profile/mail-part.tsx'
import { DataPart, Loaded, Part } from '#web/pages/dashboard/profile/part.tsx'
import { ProfileForm } from '#web/pages/dashboard/profile/profile-part.tsx'
import { paths, signInPath } from '#web/paths.ts'
import { deletionQuery } from '#web/queries/identity.ts'
import { api } from '#web/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Note } from '#web/ui/note.tsx'
import { endSession } from './session.ts'
import { ClerkScreen } from './sign-page.tsx'

/** Clerk's screen covers how users sign in; what statements say, and deleting the account, are ours. */
export function ClerkProfile({ user }: { user: User }) {
  return (
    <div className="grid gap-6">
      <ClerkScreen screen="profile" title="Sign-in and security" />
      <Part title="Statements" lead="Statements and receipts go out under this name and address.">
        <ProfileForm key={user.id} user={user} />
      </Part>
      <MailPart />
      <DataPart />
      <Part
        title="Delete account"
        lead="Your name, address, phone and email are erased, and no one can sign in anymore. Records of pledges and payments stay in the books without your name."
      >
        <Loaded<Deletion> query={deletionQuery}>
          {({ reasons }) => (reasons.length > 0 ? <NotYet reasons={reasons} /> : <Delete />)}
        </Loaded>
      </Part>
    </div>
  )
}

/** The server requires a recent sign-in: someone who finds an open browser cannot delete its owner's account. */
const asksToSignInAgain = (error: unknown): boolean =>
  error instanceof ApiError && (error.details as { signInAgain?: boolean } | undefined)?.signInAgain === true

function Delete() {
  const [isAsking, setAsking] = useState(false)
  const end = useMutation({
    mutationFn: () => api.write('POST', '/api/identity/account/deletion', {}),
    onSuccess: () => endSession(paths.landing),
    onSettled: () => setAsking(false),
  })
  return (
    <>
      {asksToSignInAgain(end.error) ? (
        <Note tone="warning" role="alert">
          <p>Sign in again to confirm that it is you, then delete your account within ten minutes.</p>
          <Button size="small" className="mt-3" onClick={() => void endSession(signInPath(paths.profile))}>
            Sign in again
          </Button>
        </Note>
      ) : (
        end.error && (
          <Note tone="danger" role="alert">
            {end.error.message}
          </Note>
        )
      )}
      <Button kind="danger" className="justify-self-start" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => end.mutate()}
        title="Delete your account?"
        confirm="Delete for good"
        kind="danger"
        pending={end.isPending && 'Deleting...'}
      >
        <p>This cannot be undone.</p>
      </Confirm>
    </>
  )
}
