import { faCheck, faTriangleExclamation, faXmark } from '@fortawesome/free-solid-svg-icons'
import { Toast as Radix } from 'radix-ui'
import { Icon } from './icon.tsx'
import { tickPlateClass } from './tick-plate.ts'
import type { Shown } from './toast.tsx'

const DURATION_MS = 5_000
const SWIPE_PX = 50

export function ToastRegion({ current, onGone }: { current: Shown | null; onGone: () => void }) {
  return (
    <Radix.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {current && (
        <Radix.Root
          key={current.id}
          type={current.destructive ? 'foreground' : 'background'}
          duration={current.lasting ? Number.POSITIVE_INFINITY : DURATION_MS}
          className={`toast ${current.destructive ? 'destructive' : ''} data-[state=open]:animate-appear data-[swipe=cancel]:transform-[translateX(0)] data-[swipe=cancel]:[transition:transform_var(--fade)] data-[swipe=move]:transform-[translateX(var(--radix-toast-swipe-move-x))]`}
          onOpenChange={(open) => !open && onGone()}
        >
          <span
            className={`${tickPlateClass} ${current.destructive ? 'bg-dangerwash text-danger' : 'bg-activebg text-activefg'}`}
          >
            <Icon icon={current.destructive ? faTriangleExclamation : faCheck} />
          </span>
          <div>
            <Radix.Title className="font-semibold">{current.title}</Radix.Title>
            {current.description && (
              <Radix.Description className="quiet dense">{current.description}</Radix.Description>
            )}
          </div>
          <Radix.Close className="icon-button" aria-label="Dismiss">
            <Icon icon={faXmark} />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport
        className="toasts md:max-xl:in-[body:has(>.workbar)]:pb-18 md:max-lg:in-[body:has([role=dialog])]:top-16"
        hotkey={['F8']}
        label="Notifications ({hotkey})"
      />
    </Radix.Provider>
  )
}
