/** What is left to do manually after choosing an address, as a message. */
import { Note } from '#web/ui/note.tsx'

/** Always rendered, so that screen readers announce it; it takes no room while empty. */
export const LeftToDo = ({ text }: { text: string | null }) => (
  <div role="status" className={text ? 'md:col-span-6' : 'absolute'}>
    {text && <Note tone="warning">{text}</Note>}
  </div>
)
