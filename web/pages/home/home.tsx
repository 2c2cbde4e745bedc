import { useQuery } from '@tanstack/react-query'
import { isUnauthorized } from '#web/api-error.ts'
import { optional, signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { HomeScreen } from '#web/parts/home/home-screen.tsx'
import { NotLoaded } from '#web/parts/records/not-loaded.tsx'
import { stepsForRepresentative } from '#web/parts/work-queue/shown.ts'
import { homeQueries } from '#web/queries/home.ts'
import { currentUserQuery } from '#web/queries/users.ts'
import { titled } from '#web/site/meta.ts'
import { Skeleton } from '#web/ui/note.tsx'

export const loader = signedInLoader(
  () => [...homeQueries, currentUserQuery],
  ({ request }, client) => stepsForRepresentative(client, request).map(optional),
)
export const clientLoader = signedInBrowserLoader(({ request }, client) => [
  ...homeQueries,
  ...stepsForRepresentative(client, request),
])
export const meta = () => titled('Home')

export default function Home() {
  const { data, error, isFetching, refetch } = useQuery(currentUserQuery)
  if (data) return <HomeScreen user={data} />
  return (
    <main id="main" className="wrap grid gap-8 pt-8 lg:pt-10">
      <h1>Home</h1>
      {error && !isUnauthorized(error) ? (
        <NotLoaded
          what="Your account"
          message={error.message}
          isTrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="h-60" />
      )}
    </main>
  )
}
