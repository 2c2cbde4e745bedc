import { type ReactNode, useState } from 'react'
import { signOut } from '#web/sign-out.ts'
import { Confirm } from '#web/ui/confirm.tsx'

type Unsent = { count: number; isLasting: boolean }

/** Logs out, after asking if this device still keeps entries of theirs that the server does not have. */
export function useLogOut(userId: string, to?: string): { logOut: () => Promise<void>; question: ReactNode } {
  const [unsent, setUnsent] = useState<Unsent | null>(null)
  const logOut = async (): Promise<void> => {
    const device = await import('#web/touchline/device.ts').catch(() => null)
    const kept = device?.unsentOf(userId)
    if (kept && kept.count > 0) setUnsent(kept)
    else await signOut(to)
  }
  const question = unsent && <Question {...unsent} to={to} onClose={() => setUnsent(null)} />
  return { logOut, question }
}

function Question({
  count,
  isLasting,
  to,
  onClose,
}: Unsent & { to: string | undefined; onClose: () => void }) {
  const isOne = count === 1
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => void signOut(to)}
      title={isOne ? '1 entry has not been sent' : `${count} entries have not been sent`}
      cancel="Stay logged in"
      confirm="Log out anyway"
      kind={isLasting ? 'primary' : 'danger'}
    >
      <p className="quiet">
        {isLasting
          ? `${isOne ? 'It stays' : 'They stay'} on this device, and ${isOne ? 'is' : 'are'} sent once you log in here again.`
          : `This browser cannot save entries: ${isOne ? 'it is' : 'they are'} lost when you log out.`}
      </p>
    </Confirm>
  )
}
