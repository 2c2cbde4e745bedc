import { Suspense } from 'react'
import type { User } from '#domain/schemas/user.ts'
import { lazily } from '#web/ui/lazily.tsx'
import { runsCampaigns } from './who.ts'

const FindButton = lazily(
  async () => (await import('./find-button.tsx')).FindButton,
  () => null,
)

/** The button of the command palette, in the bar of every page, for those who run campaigns. */
export function Find({ user }: { user: User | null }) {
  if (!runsCampaigns(user)) return null
  return (
    <Suspense>
      <FindButton user={user} />
    </Suspense>
  )
}
