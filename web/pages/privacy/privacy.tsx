import { privacy } from '#web/content/privacy.ts'
import { LegalPage } from '#web/parts/marketing/legal-page.tsx'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/site/meta.ts'
import type { Route } from './+types/privacy.ts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: privacy.title, description: privacy.description, path: paths.privacy })
}

export default function Privacy() {
  return <LegalPage text={privacy} />
}
