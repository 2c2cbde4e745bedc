import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { HomeScreen } from '#web/parts/home/home-screen.tsx'
import { homeQueries } from '#web/queries/home.ts'
import { titled } from '#web/site/meta.ts'
import { useUser } from '#web/site/session.ts'

export const loader = signedInLoader(() => homeQueries)
export const clientLoader = signedInBrowserLoader(() => homeQueries)
export const meta = () => titled('Home')

export default function Home() {
  const user = useUser()
  return user && <HomeScreen user={user} />
}
