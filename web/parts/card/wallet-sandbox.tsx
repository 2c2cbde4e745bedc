import { faWallet } from '@fortawesome/free-solid-svg-icons'
import { Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import type { WalletProps } from './wallet.tsx'

const Sheet = lazily(async () => (await import('./wallet-sandbox-sheet.tsx')).SandboxWalletSheet)

/** Test mode: a button and a sheet that behave like Apple Pay or Google Pay, so that any machine can try them. */
export function SandboxWallet({ below, onCancel, ...props }: WalletProps) {
  const [isOpen, setOpen] = useState(false)
  const cancel = (): void => {
    setOpen(false)
    onCancel?.()
  }
  return (
    <div className="grid max-w-[32.5rem] gap-4">
      <Button kind="ink" full onClick={() => setOpen(true)}>
        <Icon icon={faWallet} />
        Test wallet
      </Button>
      {below}
      {isOpen && (
        <Suspense fallback={null}>
          <Sheet {...props} close={() => setOpen(false)} cancel={cancel} />
        </Suspense>
      )}
    </div>
  )
}
