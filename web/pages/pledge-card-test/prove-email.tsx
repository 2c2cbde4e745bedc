import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { VerifyEmail } from '#web/parts/auth/verify-email.tsx'
import { currentUserQuery } from '#web/queries/users.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** A pledge needs a verified address; the code is typed here, and nobody leaves the page. */
export function ProveEmail({
  email,
  isOpen,
  onClose,
}: {
  email: string
  isOpen: boolean
  onClose: () => void
}) {
  const client = useQueryClient()
  const form = useId()
  const [pending, setPending] = useState<string | false>(false)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      size="sheet"
      title="Verify your email first"
      description="Your invoice goes there. Then press Pledge now again."
      foot={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button kind="primary" type="submit" form={form} pending={pending}>
            Verify
          </Button>
        </>
      }
    >
      <VerifyEmail
        email={email}
        formId={form}
        setPending={setPending}
        onVerified={async () => {
          await client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
          onClose()
        }}
      />
    </Dialog>
  )
}
