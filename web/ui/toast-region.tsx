import { faCheck, faTriangleExclamation, faXmark } from '@fortawesome/free-solid-svg-icons'
import { Toast as Radix } from 'radix-ui'
import { Icon } from './icon.tsx'
import { tickPlateClass } from './tick-plate.ts'
import type { Shown } from './toast.tsx'

const DURATION_MS = 5_000
const SWIPE_PX = 50

/** In a corner of the page, over everything; only the toasts themselves take the pointer. */
const REGION =
  'toasts pointer-events-none fixed inset-[0_0_auto] z-70 m-0 flex list-none flex-col gap-2.5 p-3 outline-none *:pointer-events-auto md:inset-[auto_0_0_auto] md:w-105 md:max-w-105 md:p-4'
/** A drawer's save button is at the lower right, and a toast stays while it is hovered. */
const BESIDE_DRAWER = 'md:[body:has([role="dialog"])_&]:inset-[0_auto_auto_0]'
const TOAST =
  'toast grid grid-cols-[34px_1fr_44px] items-start gap-x-3 rounded-stat border border-l-[5px] border-line bg-surface py-3.5 pr-2 pl-4 text-ink shadow-2'

export function ToastRegion({ current, onGone }: { current: Shown | null; onGone: () => void }) {
  return (
    <Radix.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {current && (
        <Radix.Root
          key={current.id}
          className={`${TOAST} ${current.destructive ? 'border-l-danger' : 'border-l-turf'} data-[state=open]:animate-appear data-[swipe=cancel]:transform-[translateX(0)] data-[swipe=cancel]:[transition:transform_var(--fade)] data-[swipe=move]:transform-[translateX(var(--radix-toast-swipe-move-x))]`}
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
        className={`${REGION} ${BESIDE_DRAWER}`}
        hotkey={['F8']}
        label="Notifications ({hotkey})"
      />
    </Radix.Provider>
  )
}
