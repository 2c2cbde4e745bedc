/** What an address that was chosen leaves to do manually, in words. */
import { Note } from '#web/ui/note.tsx'

/** Always there, so that it is also heard when it comes; without words it takes no room. */
export const LeftToDo = ({ text }: { text: string | null }) => (
  <div role="status" className={text ? 'md:col-span-6' : 'absolute'}>
    {text && <Note tone="warning">{text}</Note>}
  </div>
)
