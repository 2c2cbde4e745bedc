import { privacy } from '#web/content/privacy.ts'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/site/meta.ts'
import type { Route } from './+types/privacy.ts'
import { LegalPage } from './legal-page.tsx'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: privacy.title, description: privacy.description, path: paths.privacy })
}

export default function Privacy() {
  return <LegalPage text={privacy} />
}
