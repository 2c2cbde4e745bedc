import { type DialogProps, ModalFrame } from './dialog.tsx'

/** A form beside the list that it belongs to: slides in at the right; the whole screen of a phone. */
export function Drawer(props: DialogProps) {
  return <ModalFrame {...props} className="dialog drawer" />
}
