import { type DialogProps, ModalFrame, SCROLLS_WHOLE } from './dialog.tsx'

const DRAWER =
  'dialog drawer fixed z-45 flex flex-col bg-surface text-ink shadow-3 max-md:inset-0 max-md:animate-appear md:inset-[0_0_0_auto] md:w-[min(35rem,100vw)] md:animate-slide-in'

/** A form beside its list: slides in from the right; full screen on a phone. */
export function Drawer(props: DialogProps) {
  return <ModalFrame {...props} className={`${DRAWER} ${SCROLLS_WHOLE}`} />
}
