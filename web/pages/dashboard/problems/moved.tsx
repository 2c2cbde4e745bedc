import { redirect } from 'react-router'
import { paths } from '#web/paths.ts'

/** The addresses that the lists of this screen had of their own: mails and bookmarks have them. */
const to = ({ request }: { request: Request }) =>
  redirect(`${paths.problems}#${new URL(request.url).pathname.split('/').at(-1)}`, 301)
export const loader = to
export const clientLoader = to

export default function Moved() {
  return null
}
