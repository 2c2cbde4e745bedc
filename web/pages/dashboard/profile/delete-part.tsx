import { useState } from 'react'
import { Link } from 'react-router'
import type { Deletion } from '#domain/schemas/identity.ts'
import { deleteAccount } from '#web/identity.ts'
import { paths } from '#web/paths.ts'
import { deletionQuery } from '#web/queries/identity.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { Loaded, Part, PasswordQuestion, useAccountChange } from './part.tsx'

/** Deleting an account: what is deleted, what stays, and why it may have to wait. */
export function DeletePart() {
  return (
    <Part
      title="Delete account"
      lead="Your name, address, phone and email are erased, and no one can sign in anymore. Records of pledges and payments stay in the books without your name."
    >
      <Loaded<Deletion> query={deletionQuery}>
        {({ reasons }) => (reasons.length > 0 ? <NotYet reasons={reasons} /> : <Delete />)}
      </Loaded>
    </Part>
  )
}

export function NotYet({ reasons }: { reasons: readonly string[] }) {
  return (
    <>
      <Note tone="warning">
        <p className="font-semibold">Your account cannot be deleted yet.</p>
        <ul className="mt-2 grid list-disc gap-2 pl-5">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </Note>
      <Link to={paths.pledges} className={`${buttonClass()} justify-self-start`}>
        See your pledges
      </Link>
    </>
  )
}

/** Nobody can print them for the person afterward: the account is the way to them. */
const SaveFirst = () => (
  <p className="max-w-[64ch]">
    If you gave, save your{' '}
    <Link to={paths.giving()} className="text-link">
      year-end statements
    </Link>{' '}
    and{' '}
    <Link to={paths.pledges} className="text-link">
      receipts
    </Link>{' '}
    for your taxes first. You cannot open them afterward.
  </p>
)

export function Delete() {
  const [isAsking, setAsking] = useState(false)
  const end = useAccountChange({
    run: deleteAccount,
    // Loads a new document, so that nothing of the account stays on the page.
    onSuccess: () => window.location.assign(paths.landing),
  })
  if (!isAsking) {
    return (
      <>
        <SaveFirst />
        <Button kind="danger" className="justify-self-start" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      </>
    )
  }
  return (
    <>
      <SaveFirst />
      <Note tone="danger">This cannot be undone. Type your password to confirm it.</Note>
      <PasswordQuestion
        action="Delete for good"
        kind="danger"
        pending={(end.isPending || end.isSuccess) && 'Deleting...'}
        error={end.error}
        onAnswer={end.mutate}
        onCancel={() => {
          setAsking(false)
          end.reset()
        }}
      />
    </>
  )
}
